"""Tables on the web, with a page on which people play them. All of it needs the extra `web`."""

from pitboss.web.app import web_app
from pitboss.web.hosting import TableHost
from pitboss.web.keys import JoinKeys
from pitboss.web.serving import address_of, listen, server_for

__all__ = ["JoinKeys", "TableHost", "address_of", "listen", "server_for", "web_app"]
