"""The web table: sessions on the web, with a page on which people play. It needs the extra `web`."""

from pitboss.web.app import web_app
from pitboss.web.hosting import TableHost
from pitboss.web.keys import JoinKeys

__all__ = ["JoinKeys", "TableHost", "web_app"]
