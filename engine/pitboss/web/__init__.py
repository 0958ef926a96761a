"""Tables on the web, with a page on which people play. This package needs the extra `web`."""

from pitboss.errors import require_extra

with require_extra("web", __name__):
    from pitboss.web.accounts import Accounts
    from pitboss.web.app import Authenticate, web_app
    from pitboss.web.cashier import BuyIn, Cashier
    from pitboss.web.hosting import Returns, TableHost
    from pitboss.web.keys import Identity, JoinKeys, account_of
    from pitboss.web.serving import address_of, listen, server_for
    from pitboss.web.signing_in import HouseTerms, SignUp

__all__ = [
    "Accounts",
    "Authenticate",
    "BuyIn",
    "Cashier",
    "HouseTerms",
    "Identity",
    "JoinKeys",
    "Returns",
    "SignUp",
    "TableHost",
    "account_of",
    "address_of",
    "listen",
    "server_for",
    "web_app",
]
