/// The contact sheet's looks: light, dark, from a phone to a wide screen. Groups and cards out of sight are not laid
/// out, so that thousands of them open at once.
let sheetStyle: StaticString = """
  *{box-sizing:border-box}
  [hidden]{display:none!important}
  html{-webkit-text-size-adjust:100%;scroll-padding-top:5rem}
  body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.45 var(--sans);overflow-wrap:anywhere}
  h1,h2,.figure{font-family:var(--serif);font-weight:600;line-height:1.15;margin:0}
  h1{font-size:clamp(2rem,4.6vw,3.2rem);letter-spacing:-.02em}
  h2{font-size:1.3rem;text-wrap:balance}
  p{margin:0}
  .soft,.why,.lead{color:var(--soft)}
  .hide{position:absolute;clip-path:inset(50%);width:1px;height:1px;overflow:hidden}
  .skip-link{position:absolute;left:-99rem}.skip-link:focus{left:1rem;top:1rem;z-index:9;background:var(--card);padding:.6rem 1rem}
  :focus-visible{outline:3px solid var(--accent);outline-offset:2px;border-radius:4px}
  .head,.tools,main{max-width:96rem;margin:0 auto;padding-inline:clamp(.9rem,2.6vw,2.4rem)}
  .head{padding-block:clamp(1.4rem,3vw,2.6rem) 1.2rem}
  .lead{max-width:44rem;margin:.7rem 0 1.4rem;font-size:1.05rem}
  .tiles{list-style:none;padding:0;margin:0;display:flex;flex-wrap:wrap;gap:1px;background:var(--line);border:1px solid var(--line);border-radius:.9rem;overflow:hidden}
  .tiles li{background:var(--card);padding:.85rem 1.15rem .95rem;flex:1 1 8.5rem}
  .tiles .figure{display:block;font-size:1.55rem;font-variant-numeric:lining-nums tabular-nums}
  .tiles span+span{font-size:.875rem;color:var(--soft)}
  .tiles .warn .figure{color:var(--warn)}
  .tools{position:sticky;top:0;z-index:5;display:flex;flex-wrap:wrap;align-items:center;gap:.6rem 1rem;padding-block:.7rem;background:var(--paper);border-bottom:1px solid var(--line);max-width:none;padding-inline:max(clamp(.9rem,2.6vw,2.4rem),calc((100% - 91.2rem)/2))}
  .show{display:flex;border:1px solid var(--line);border-radius:.55rem;padding:0;margin:0;overflow:hidden;background:var(--card)}
  .show label{position:relative}
  .show input{position:absolute;inset:0;opacity:0;margin:0}
  .show span{display:block;padding:.42rem .85rem;font-size:.9rem;cursor:pointer}
  .show label+label span{border-left:1px solid var(--line)}
  .show :checked+span{background:var(--accent-soft);color:var(--accent);font-weight:600}
  .show :focus-visible+span{outline:3px solid var(--accent);outline-offset:-3px}
  input[type=search],.field{font:inherit;font-size:.9rem;color:inherit;background:var(--card);border:1px solid var(--line);border-radius:.5rem;padding:.42rem .65rem;min-width:0}
  input[type=search]{flex:0 1 15rem}
  .keep{margin-left:auto;display:flex;align-items:center;gap:1rem}
  #status{font-size:.9rem;color:var(--soft);text-align:right}
  .every{display:flex;gap:.4rem;align-items:center;font-size:.9rem;color:var(--soft)}
  button{font:inherit;font-size:.84rem;color:inherit;background:none;border:1px solid var(--line);border-radius:.45rem;padding:.28rem .6rem;cursor:pointer;line-height:1.3}
  button:hover{background:var(--shade)}
  #save{background:var(--accent);border-color:var(--accent);color:var(--card);font-size:.95rem;font-weight:600;padding:.5rem 1rem;border-radius:.55rem}
  #save:hover{filter:brightness(1.08)}
  #save:disabled{background:var(--shade);border-color:var(--line);color:var(--soft);cursor:default;filter:none}
  main{padding-block:1.4rem 3rem}
  .group{display:grid;grid-template-columns:13rem minmax(0,1fr);gap:1.6rem;padding:1.5rem 3px;margin-inline:-3px;border-top:1px solid var(--line);content-visibility:auto;contain-intrinsic-size:auto 25rem}
  .group:first-child{border-top:0;padding-top:.4rem}
  .group>header{align-self:start;position:sticky;top:5rem}
  .group>header p{font-size:.875rem;margin-top:.3rem}
  .id{font-family:ui-monospace,"DejaVu Sans Mono",Menlo,Consolas,monospace}
  .open h2{color:var(--warn)}
  .cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(13.4rem,1fr));gap:1rem}
  .card{background:var(--card);border:1px solid var(--line);border-radius:.8rem;padding:0 .8rem .8rem;display:flex;flex-direction:column;content-visibility:auto;contain-intrinsic-size:auto 22rem;overflow:hidden}
  .open .card{border-top:3px solid var(--warn)}
  .shot{position:relative;margin:0 -.8rem .65rem;aspect-ratio:4/3;background:var(--shade);display:grid;place-items:center;color:var(--soft);font-size:.84rem;overflow:hidden}
  .shot img{position:absolute;inset:0;width:100%;height:100%;object-fit:contain;display:block}
  .tag{position:absolute;left:.6rem;top:.6rem;background:var(--card);color:var(--ink);font-size:.78rem;font-weight:600;padding:.12rem .5rem;border-radius:.35rem}
  .file{font-size:.92rem;font-weight:600;line-height:1.3;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden}
  .why{font-size:.84rem;margin:.15rem 0 .6rem;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden}
  .candidates{display:flex;flex-wrap:wrap;gap:.35rem;margin-bottom:.5rem}
  .candidate{border-color:var(--warn);color:var(--warn);text-align:left}.candidate:hover{background:var(--warn-soft)}
  .field{width:100%;margin-top:auto}
  .field[aria-invalid=true]{border-color:var(--warn);box-shadow:0 0 0 1px var(--warn)}
  .say{font-size:.8rem;color:var(--soft);min-height:1.15rem;margin:.2rem 0 .35rem;line-height:1.2}
  .field[aria-invalid=true]+.say{color:var(--warn)}
  .acts{display:flex;flex-wrap:wrap;gap:.35rem}
  .acts [aria-pressed=true]{background:var(--accent-soft);border-color:var(--accent);color:var(--accent);font-weight:600}
  .changed{border-color:var(--accent);box-shadow:0 0 0 1px var(--accent)}
  .left .shot img{opacity:.35}
  .reset{margin-left:auto;border-color:transparent;text-decoration:underline;text-underline-offset:.18em}
  .others ul{margin:0;padding:0;list-style:none;font-size:.88rem}.others li{padding:.3rem 0;border-bottom:1px solid var(--hair)}.others span{color:var(--soft)}
  .none{padding:3rem 0;text-align:center;color:var(--soft)}
  footer{color:var(--soft);font-size:.85rem;border-top:1px solid var(--line);padding-top:1rem}
  @media (max-width:60rem){
  .group{grid-template-columns:minmax(0,1fr);gap:.8rem}
  .group>header{position:static}}
  @media (max-width:40rem){
  .tiles li{flex-basis:40%;padding:.7rem .9rem}
  .tools{gap:.5rem;position:static}.show{flex:1 1 100%}.show label{flex:1;text-align:center}.show span{padding-inline:.3rem}
  input[type=search]{flex:1 1 100%}
  .keep{position:fixed;inset:auto 0 0;z-index:6;gap:.2rem .8rem;flex-wrap:wrap;padding:.6rem .9rem calc(.6rem + env(safe-area-inset-bottom));background:var(--paper);border-top:1px solid var(--line)}
  #status{flex:1 1 100%;text-align:left}.every{flex:1}
  main{padding-bottom:8rem}
  .cards{grid-template-columns:repeat(2,minmax(0,1fr));gap:.7rem}
  .card{padding:0 .6rem .6rem}.shot{margin-inline:-.6rem}
  button,.field{min-height:2.3rem}}
  @media (max-width:22rem){.cards{grid-template-columns:minmax(0,1fr)}}
  @media print{.tools,.field,.acts,.say{display:none}.group,.card{content-visibility:visible;break-inside:avoid}}
  """
