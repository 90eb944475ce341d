"""A page of text by matplotlib: Type 3 or Type 42 fonts, mathtext, a figure with an axis."""
import datetime
import sys
import matplotlib
matplotlib.use("pdf")
matplotlib.rcParams["pdf.fonttype"] = int(sys.argv[2])
matplotlib.rcParams["mathtext.fontset"] = sys.argv[3]
import matplotlib.pyplot as plt

fig = plt.figure(figsize=(6, 4))
fig.text(.08, .92, "1 Wax", fontsize=14, weight="bold")
for i, line in enumerate(["The officer confirms that the first flask of wax is sufficient for Zoë and",
                          "Dvořák of Łódź; “red” wax — not ‘green’ — is affixed, and €5 is its price.",
                          r"A counter has $2^{64}$ values with $0 \leq x_i < \infty$ and $\alpha \neq \beta$."]):
    fig.text(.08, .84 - .07 * i, line, fontsize=9)
ax = fig.add_axes([.12, .14, .8, .42])
ax.plot([0, 1, 2], [0, 1, 4])
ax.set_xticks([0, 1, 2]), ax.set_yticks([0, 2, 4])
ax.set_xlabel("officers")
fig.savefig(sys.argv[1], metadata={"CreationDate": datetime.datetime(2026, 11, 1)})
