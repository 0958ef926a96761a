"""A player in Python, as the text of a module that a command finds in its folder."""

BOT = """
from pathlib import Path
from pitboss.game.round import Question

class Bot:
    asked = 0

    def decide(self, view, offer):
        Bot.asked += 1
        if Bot.asked == 10_000:
            Path("begun").touch()
        if offer.question is Question.BET:
            return offer.bet(100)
        return offer.stand() if offer.question is Question.PLAY else offer.decline()
"""
