"""judder: will it slide, stick, or squeal?

Cases as the program runs them (`run`, `check`, `load`), the models as classes (`Inclusion`, `Slab`, `Beam`), friction laws (`Law`),
complementarity problems with proofs (`lcp`, `mcp`, `eicp`), stability of matrices (`System`). It calls the C library and needs
numpy alone.

>>> import judder
>>> slab = judder.Slab(height=1, G=1, rho=1, pressure=1, friction=0.5, foundation=0.2)
>>> slab.march(final=2, step=0.01).values["stick_fraction"]
1.0
"""
from ._library import InputError, JudderError, MachineError, Stopped, lib as _lib
from .beam import Beam, BeamRun
from .inclusion import Graph, Inclusion, Root
from .laws import Law, laws
from .motion import Event, Motion
from .signals import Table
from .slab import Slab, SlabRun
from .solvers import Certificate, Eicp, EicpAll, Lcp, LcpAll, MatrixClass, Mcp, eicp, eicp_all, lcp, lcp_all, matrix_class, mcp
from .studies import Meaning, Run, Study, check, load, meaning, run
from .system import Contact, Critical, Future, Futures, Merging, System

__version__: str = _lib.judder_version().decode()

__all__ = ["Beam", "BeamRun", "Certificate", "Contact", "Critical", "Eicp", "EicpAll", "Event", "Future", "Futures", "Graph", "Inclusion", "InputError", "JudderError",
           "Law", "Lcp", "LcpAll", "MachineError", "MatrixClass", "Mcp", "Meaning", "Merging", "Motion", "Root", "Run", "Slab", "SlabRun", "Stopped",
           "Study", "System", "Table", "check", "eicp", "eicp_all", "laws", "lcp", "lcp_all", "load", "matrix_class", "mcp", "meaning", "run"]
