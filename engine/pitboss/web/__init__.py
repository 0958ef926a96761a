"""Tables on the web, with a page on which people play them. All of it needs the extra `web`."""

from pitboss.web.app import Authenticate, web_app
from pitboss.web.hosting import TableHost
from pitboss.web.keys import Identity, JoinKeys, account_of
from pitboss.web.serving import address_of, listen, server_for

__all__ = [
    "Authenticate",
    "Identity",
    "JoinKeys",
    "TableHost",
    "account_of",
    "address_of",
    "listen",
    "server_for",
    "web_app",
]
