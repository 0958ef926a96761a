"""The library's unchanged machine, built from the rows of ours: what ours must equal."""

from transitions import Machine

from pitboss.events import Event, EventKind
from pitboss.machine import HOUSE_TRIGGER, Fire, RuleMachine, settings_for
from pitboss.machine_text import Advance, run_on
from pitboss.questions import askers
from pitboss.round import House, Phase, Round
from pitboss.rules import Rules


def stock_machine(rules: Rules) -> Machine:
    """Build the library's unchanged machine from the rows that a rule set keeps."""
    return Machine(**settings_for(rules))


def oracle_for(rules: Rules) -> RuleMachine:
    """Return a machine of a rule set that fires every transition through the stock library."""
    machine = stock_machine(rules)
    ask = askers(rules)

    def through(trigger: str) -> Fire:
        event_of_library = machine.events[trigger]

        def fire(round_: Round, house: House, event: Event) -> bool:
            return event_of_library.trigger(round_, round_, house, event)

        return fire

    def and_on(fire: Fire) -> Fire:
        def say(round_: Round, house: House, event: Event) -> bool:
            said = fire(round_, house, event)
            if said:
                run_on(advances[round_.phase], round_, house, event)
            return said

        return say

    def files(trigger: str, phase: Phase) -> bool:
        return trigger in machine.events and phase.name in machine.events[trigger].transitions

    advances: dict[Phase, Advance] = {}

    def advance_in(phase: Phase) -> Advance:
        fire = through(HOUSE_TRIGGER) if files(HOUSE_TRIGGER, phase) else None

        def advance(round_: Round, house: House, event: Event) -> Advance | None:
            ask[phase](round_)
            if round_.question is not None or fire is None or not fire(round_, house, event):
                return None
            return advances[round_.phase]

        return advance

    advances |= {phase: advance_in(phase) for phase in Phase}
    says = {
        phase: {kind: and_on(through(kind.value)) for kind in EventKind if files(kind.value, phase)}
        for phase in Phase
    }
    return RuleMachine(rules, says)
