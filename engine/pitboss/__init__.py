"""Pitboss: the blackjack engine that plays by any table's rules and can play every round again."""
