"""The picture of a record: how many rounds a second whatever simulates plays."""

from tests.tools.benchmarks.contenders import SIMULATIONS, SIMULATORS
from tests.tools.benchmarks.record import Record

from pitboss.plots.plot import Plot, drawing_style, empty_plot, with_commas


def simulations_chart(record: Record) -> Plot:
    """Draw a bar for each simulator of a record, with its median; the range is a line on it."""
    ours = {f"{each.title}": record.pace(each.key) for each in SIMULATIONS}
    theirs = {each.title: record.pace(each.key) for each in SIMULATORS}
    paces = [(title, pace) for title, pace in [*ours.items(), *theirs.items()] if pace is not None]
    titles = [title for title, _ in paces]
    medians = [pace.median / 1e6 for _, pace in paces]
    below = [(pace.median - pace.least) / 1e6 for _, pace in paces]
    above = [(pace.most - pace.median) / 1e6 for _, pace in paces]
    with drawing_style() as palette:
        plot, axes = empty_plot("Simulated on one core", "", "Million rounds a second", "")
        colours = [palette["house" if title in ours else "quiet"] for title in titles]
        axes.barh(titles, medians, xerr=[below, above], color=colours, capsize=3)
        axes.invert_yaxis()
        axes.xaxis.set_major_formatter(with_commas())
    return plot
