/** Light, and dark where the reader prefers it. Dashes tell what colours tell, too. */
export const SVG_STYLE = `
:root{--page:#fff;--ink:#3b3b3b;--quiet:#616161;--face:#f6f6f6;--edge:#c8c8c8;--frame:#f9f9f9;--success:#2c6e2e;--danger:#c72e0f;--caution:#8a6100;--mixed:#4a4a4a;--work:#1a75d1;--verify:#652d90;--judge:#8a6100;--router:#a85e0a;--ask:#047a99}
@media (prefers-color-scheme:dark){:root{--page:#1f1f1f;--ink:#ccc;--quiet:#9d9d9d;--face:#282828;--edge:#515151;--frame:#232323;--success:#73c991;--danger:#f14c4c;--caution:#cca700;--mixed:#c0c0c0;--work:#3794ff;--verify:#b180d7;--judge:#cca700;--router:#d18616;--ask:#11a8cd}}
text{font:12px system-ui,-apple-system,"Segoe UI",Ubuntu,sans-serif;fill:var(--ink)}
.page{fill:var(--page)}
.frame>rect{fill:var(--frame);fill-opacity:.6;stroke:var(--edge);stroke-width:1.5}
.icon{fill:none;stroke:var(--kind,var(--quiet));stroke-width:1.2;stroke-linejoin:round;stroke-linecap:round}
.loop-name{font-weight:600}
.quiet,.detail,.note,.facts,.row{fill:var(--quiet);font-weight:400}
.step>rect{fill:var(--face);stroke:var(--edge)}
.step .title{font-size:13px;font-weight:600}
.detail,.note,.facts,.row{font-size:11px}
.note{font-style:italic}
.rule{stroke:var(--edge);stroke-opacity:.6}
.start{fill:none;stroke:var(--quiet)}
.kind-work,.kind-map,.kind-plan,.kind-call{--kind:var(--work)}
.kind-verify{--kind:var(--verify)}
.kind-judge,.kind-gate{--kind:var(--judge)}
.kind-router,.kind-join{--kind:var(--router)}
.kind-ask,.kind-watch{--kind:var(--ask)}
.end>rect{fill:var(--page);stroke:var(--quiet)}
.end-complete>rect{stroke:var(--success)}
.way,.label,marker{--tone:var(--quiet)}
.tone-confirmed{--tone:var(--success)}
.tone-outcome{--tone:var(--danger)}
.reach-complete{--tone:var(--mixed)}
.reach-stop{--tone:var(--caution)}
.reach-other{--tone:var(--ask)}
.way{fill:none;stroke:var(--tone);stroke-width:1.6}
.tone-weak,.tone-outcome,.tone-exhausted,.tone-converged{stroke-dasharray:6 4}
.tone-call{stroke-dasharray:1.5 4;stroke-linecap:round}
marker path{fill:var(--tone);stroke:none}
.label{stroke-dasharray:none}
.label rect{fill:var(--page);stroke:var(--tone);stroke-opacity:.6;stroke-dasharray:none}
.label text{font-size:11px}
`.replaceAll('\n', '');
