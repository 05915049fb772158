/// Colours and typefaces of every page that the program writes, light and dark.
let htmlTokens: StaticString = """
  :root{--paper:#f4f1ea;--card:#fffefb;--ink:#1e1c19;--soft:#5e5850;--line:#ddd6c9;--hair:#ebe6db;
  --accent:#14574e;--accent-soft:#dfeae4;--warn:#8f3d17;--warn-soft:#f6e6da;--shade:#ece7dc;
  --serif:"Iowan Old Style","Palatino Linotype","URW Palladio L",P052,Palatino,"Book Antiqua",Georgia,serif;
  --sans:system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Helvetica Neue",Arial,"Liberation Sans",sans-serif;
  color-scheme:light dark}
  @media (prefers-color-scheme:dark){:root{--paper:#141412;--card:#1d1c1a;--ink:#ece7de;--soft:#a9a196;
  --line:#3a3732;--hair:#2a2825;--accent:#7fc8b6;--accent-soft:#1f332e;--warn:#eaa27c;--warn-soft:#38251a;--shade:#262421}}
  """

/// The one style sheet of the HTML report: light, dark and print, from a phone to a wide screen, without script.
let htmlStyle: StaticString = """
  *{box-sizing:border-box}
  html{scroll-behavior:smooth;scroll-padding-top:1rem;-webkit-text-size-adjust:100%}
  body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 var(--sans);overflow-wrap:anywhere}
  h1,h2,h3,.figure{font-family:var(--serif);font-weight:600;line-height:1.15;margin:0;text-wrap:balance}
  h1{font-size:clamp(2.3rem,5.2vw,3.9rem);letter-spacing:-.02em}
  h2{font-size:clamp(1.65rem,3vw,2.2rem);letter-spacing:-.01em}
  h3{font-size:1.3rem}
  p{margin:.5rem 0}
  a{color:var(--accent);text-underline-offset:.18em}
  a:focus-visible{outline:3px solid var(--accent);outline-offset:2px;border-radius:3px}
  .skip{position:absolute;left:-99rem}.skip:focus{left:1rem;top:1rem;z-index:9;background:var(--card);padding:.6rem 1rem}
  .frame{display:grid;grid-template-columns:17rem minmax(0,1fr);max-width:86rem;margin:0 auto}
  nav.index{position:sticky;top:0;align-self:start;max-height:100vh;overflow:auto;padding:2.4rem 1.2rem 2rem 1.6rem;font-size:.875rem}
  nav.index p{margin:0 0 .5rem;font-size:.8125rem;font-weight:600;color:var(--soft)}
  nav.index ol{list-style:none;margin:0 0 1.5rem;padding:0}
  nav.index a{display:flex;justify-content:space-between;gap:.75rem;padding:.28rem .6rem;border-radius:.4rem;color:inherit;text-decoration:none}
  nav.index a:hover{background:var(--shade)}
  nav.index .amount{color:var(--soft);font-variant-numeric:tabular-nums;white-space:nowrap}
  nav.index .d1 a{padding-left:1.4rem}nav.index .d2 a{padding-left:2.2rem}nav.index .d3 a{padding-left:3rem}
  main{padding:2.4rem 2.4rem 4rem 1rem;min-width:0}
  .cover{background:var(--card);border:1px solid var(--line);border-radius:1.1rem;overflow:hidden;margin-bottom:2.4rem}
  .cover .top{display:grid;grid-template-columns:minmax(0,1.15fr) minmax(0,1fr)}
  .cover .words{padding:clamp(1.4rem,3.4vw,3rem);display:flex;flex-direction:column;justify-content:center}
  .cover .when{color:var(--soft);font-size:1.05rem;margin:.9rem 0 0}
  .cover .lead{margin:1.7rem 0 0}
  .cover .lead .figure{font-size:clamp(1.9rem,3.6vw,2.75rem);display:block;color:var(--accent);font-variant-numeric:lining-nums tabular-nums}
  .cover .lead span{color:var(--soft)}
  .collage{display:grid;grid-template-columns:repeat(3,1fr);grid-template-rows:repeat(3,minmax(6.4rem,1fr));gap:3px;background:var(--line);min-height:21rem}
  .collage span{overflow:hidden;background:var(--shade);position:relative}
  .collage span:first-child{grid-column:span 2;grid-row:span 2}
  .collage img{position:absolute;inset:0;width:100%;height:100%;object-fit:cover}
  .collage.n1 span:first-child{grid-column:span 3;grid-row:span 3}
  .collage.n2{grid-template-rows:1fr 1fr}.collage.n2 span{grid-column:span 3!important;grid-row:span 1!important}
  .collage.n3{grid-template-rows:2fr 1fr;grid-template-columns:1fr 1fr}.collage.n3 span:first-child{grid-column:span 2;grid-row:span 1}
  .collage.n4{grid-template-rows:2fr 1fr}.collage.n4 span:first-child{grid-column:span 3;grid-row:span 1}
  .fields,.tiles{list-style:none;padding:0}
  .label{display:block;font-size:.8125rem;color:var(--soft)}
  .fields{display:grid;grid-template-columns:repeat(auto-fill,minmax(13rem,1fr));gap:1.15rem 2rem;margin:0;padding:1.6rem clamp(1.4rem,3.4vw,3rem) 1.9rem;border-top:1px solid var(--line)}
  .fields .value{display:block}
  .fields .none .value{color:var(--soft);font-style:italic}
  .fields .wide{grid-column:1/-1}.fields .wide .value{font:.78rem/1.5 ui-monospace,"DejaVu Sans Mono",Menlo,Consolas,monospace}
  section{margin:0 0 3.2rem}
  section>h2{padding-bottom:.7rem}
  .note+.sheet,.note+.photos{margin-top:1rem}
  .note{color:var(--soft);max-width:46rem}section>h2+.note{margin-top:0}
  .tell{background:var(--warn-soft);color:var(--ink);border-radius:.7rem;padding:.85rem 1.1rem;margin:1rem 0 0;max-width:none}
  .tiles{display:flex;flex-wrap:wrap;gap:1px;background:var(--line);border:1px solid var(--line);border-radius:.9rem;overflow:hidden;margin:0}
  .tiles li{background:var(--card);padding:1rem 1.15rem 1.1rem;flex:1 1 22%}
  .tiles .figure{font-size:1.5rem;display:block;font-variant-numeric:lining-nums tabular-nums;overflow-wrap:normal}
  .tiles small{color:var(--soft);font-size:.8125rem}
  .sheet{background:var(--card);border:1px solid var(--line);border-radius:.9rem;overflow:clip}
  table{border-collapse:collapse;width:100%;font-size:.9rem}
  caption{text-align:left;color:var(--soft);font-size:.875rem;padding:.9rem 1rem .2rem}
  th,td{padding:.62rem .6rem;text-align:left;vertical-align:top;border-bottom:1px solid var(--hair)}
  th:first-child,td:first-child{padding-left:1rem}th:last-child,td:last-child{padding-right:1rem}
  thead th{font-weight:600;font-size:.8125rem;color:var(--soft);vertical-align:bottom;border-bottom-color:var(--line)}
  tbody th{font-weight:inherit}
  tr:last-child>*{border-bottom:0}
  .num{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
  thead th{overflow-wrap:normal}thead .num{white-space:normal}
  .items thead th:first-child{width:2.6rem}.items .k4,.items .k5{width:2.9rem}.items .k6,.items .k10{width:5.1rem}.items .k7,.items .k9{width:6.3rem}.items .k8{width:4.2rem}
  .what bdi.fact{display:inline-block;max-width:100%;margin-right:.8em}
  td small{display:block;color:var(--soft);font-size:.78rem}
  .badge.warn{background:var(--warn-soft);color:var(--warn);margin-right:.35rem}
  tfoot th,tfoot td{font-weight:650;border-top:1.5px solid var(--line);border-bottom:0}
  .d1>th{padding-left:2.2rem!important}.d2>th{padding-left:3.4rem!important}.d3>th{padding-left:4.6rem!important}
  th[style]::after{content:"";display:block;height:.38rem;border-radius:.2rem;margin-top:.42rem;min-width:5rem;background:linear-gradient(var(--accent) 0 0) 0/max(1px,var(--bar)) 100% no-repeat var(--shade)}
  .room{margin-bottom:2rem}
  .room>header{display:flex;flex-wrap:wrap;gap:.2rem 1.2rem;align-items:baseline;justify-content:space-between;padding:.2rem 0 .7rem}
  .room>header p{margin:0;color:var(--soft);font-variant-numeric:tabular-nums}
  .shot,.items .k2{width:6.4rem}
  .shot a,.blank{display:grid;place-items:center;width:5.2rem;height:5.2rem;border-radius:.55rem;overflow:hidden;background:var(--shade)}
  .shot img{width:100%;height:100%;object-fit:cover;display:block}
  .blank{color:var(--soft);font-size:.78rem;text-align:center;border:1.5px dashed var(--line)}
  .more{font-size:.8rem;color:var(--soft);display:block;margin-top:.25rem}
  .what{min-width:11rem}.what b{font-size:1rem;font-weight:650}
  .what span,.what em{display:block;color:var(--soft);font-size:.85rem;font-style:normal}
  .what .text{white-space:pre-line;color:var(--ink)}
  .marks{display:flex;flex-wrap:wrap;gap:.3rem;margin:.4rem 0 0;padding:0;list-style:none}
  .marks a,.marks span,.badge{display:inline-block;font-size:.75rem;line-height:1.35;padding:.08rem .42rem;border-radius:.35rem;background:var(--warn-soft);color:var(--warn);text-decoration:none}
  .marks .plain,.badge{background:var(--accent-soft);color:var(--accent)}
  .photos{display:grid;grid-template-columns:repeat(auto-fill,minmax(13rem,1fr));gap:1.1rem}
  .photos figure{margin:0;background:var(--card);border:1px solid var(--line);border-radius:.8rem;overflow:hidden;height:100%}
  .photos .view{display:block;aspect-ratio:4/3;background:var(--shade)}
  .photos .view img{width:100%;height:100%;object-fit:contain;display:block}
  .photos .view .large{display:none}
  .photos .gone{display:grid;place-items:center;aspect-ratio:4/3;background:var(--shade);color:var(--soft);font-size:.85rem;padding:1rem;text-align:center}
  .photos figcaption{padding:.7rem .9rem .85rem;font-size:.85rem;color:var(--soft)}
  .photos figcaption b{display:block;color:var(--ink);font-weight:650;font-size:.95rem}
  .photos figcaption>span{display:block}
  .photos figcaption b .badge{font-weight:600;vertical-align:.1em}
  .photos .close,.photos .turn{display:none}
  .time span{white-space:nowrap}
  code,.hash{font:.78rem/1.45 ui-monospace,"DejaVu Sans Mono",Menlo,Consolas,monospace;overflow-wrap:anywhere}
  figure:target{position:fixed;inset:0;z-index:20;border:0!important;border-radius:0!important;background:#12110f!important;display:grid;grid-template-rows:minmax(0,1fr) auto;height:100dvh!important}
  figure:target .view{aspect-ratio:auto;background:none;min-height:0;padding:1rem 1rem 0;cursor:default}
  figure:target .view .large{display:block}figure:target .view .large~img{display:none}
  figure:target figcaption{color:#c9c2b6;text-align:center;padding:.8rem 4rem 1.2rem}
  figure:target figcaption b{color:#fff}
  figure:target .badge{background:#2b4a43;color:#bfe6da}
  figure:target .close,figure:target .turn{display:grid;place-items:center;position:absolute;width:2.9rem;height:2.9rem;border-radius:50%;background:rgb(60 56 50/.72);color:#fff;text-decoration:none;font-size:1.3rem}
  figure:target .close{top:1rem;right:1rem}figure:target .turn{top:45%}figure:target .prev{left:1rem}figure:target .next{right:1rem}
  .method{columns:2;column-gap:2.6rem}.method div{break-inside:avoid;padding-bottom:1rem}
  .method h3{font:650 1rem var(--sans)}.method p{margin:.15rem 0 0;color:var(--soft)}
  .sign{display:grid;grid-template-columns:2fr 2fr 1fr;gap:2rem;margin-top:3.6rem}
  .sign p{border-top:1px solid var(--ink);padding-top:.4rem;margin:0;color:var(--soft);font-size:.85rem}
  footer{color:var(--soft);font-size:.85rem;border-top:1px solid var(--line);padding-top:1rem}
  .pager{display:flex;justify-content:space-between;gap:1rem;margin:0 0 1.6rem}
  @media screen and (max-width:60rem){
  .frame{display:block}
  nav.index{position:sticky;z-index:5;max-height:none;padding:.5rem .9rem;background:var(--paper);border-bottom:1px solid var(--line);display:flex;gap:.35rem;overflow-x:auto;scrollbar-width:none}
  nav.index p{display:none}nav.index ol{display:flex;gap:.35rem;margin:0}
  nav.index a{padding:.38rem .8rem!important;background:var(--card);border:1px solid var(--line);border-radius:2rem;white-space:nowrap}
  nav.index .amount{display:none}
  html{scroll-padding-top:4rem}
  main{padding:1rem .9rem 3rem}
  .method{columns:1}}
  @media screen and (max-width:44rem){
  .cover .top{display:block}.collage{min-height:0;grid-template-rows:repeat(3,5.4rem)}
  .collage.n1,.collage.n2,.collage.n3,.collage.n4{grid-template-rows:9rem 7rem}.collage.n1{grid-template-rows:5rem 5rem 5rem}
  .fields{grid-template-columns:1fr 1fr}
  .tiles li{flex-basis:40%;padding:.9rem 1rem}.tiles .figure{font-size:1.25rem}
  .photos{grid-template-columns:1fr 1fr;gap:.7rem}
  .fold thead{position:absolute;clip-path:inset(50%);width:1px;height:1px;overflow:hidden}
  .fold tbody tr,.fold tfoot tr{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:.1rem 1rem;padding:.9rem 1rem;border-bottom:1px solid var(--line)}
  .fold tbody tr:last-child{border-bottom:0}
  .fold th,.fold td{display:block;border:0!important;padding:.18rem 0!important;text-align:left;overflow-wrap:normal}
  .fold .whole,.fold .what{overflow-wrap:anywhere}
  .fold td.num{text-align:left}
  .fold td.num::before{display:block}
  .fold td[data-label]::before,.fold tbody th[data-label]::before{content:attr(data-label);color:var(--soft);font-size:.8125rem}
  .fold .whole{grid-column:1/-1}
  .fold .empty{display:none!important}
  .items tbody tr,.items tfoot tr{grid-template-columns:repeat(6,minmax(0,1fr))}.items td.num{grid-column:span 3}
  .what{min-width:0}.items .line{display:none}.items .shot{grid-column:span 2;width:auto}.items .what{grid-column:3/-1}
  .sign{grid-template-columns:1fr;gap:3rem}}
  @media (prefers-reduced-motion:reduce){html{scroll-behavior:auto}}
  @media print{
  :root{--paper:#fff;--card:#fff;--ink:#000;--soft:#444;--line:#bbb;--hair:#ddd;--accent:#14574e;--accent-soft:#e6efeb;--warn:#8f3d17;--warn-soft:#f6e6da;--shade:#eee;color-scheme:light}
  @page{margin:14mm}
  html{font-size:12.5px}body{font-size:9.5pt}
  nav.index,.skip,.pager,.photos .close,.photos .turn{display:none!important}
  .frame{display:block}main{padding:0}
  .cover,.sheet,.tiles,.photos figure{border-radius:0}
  .cover{break-after:page;min-height:20cm}
  section{margin-bottom:1.2cm}
  .room{break-before:page}.room:first-of-type{break-before:auto}
  #scheduled,#gaps,#photos,#method,#attestation,#manifest{break-before:page}
  section[id^=rooms-],section[id^=categories-]{break-inside:avoid}
  .photos{grid-template-columns:repeat(4,1fr);gap:.7rem}.photos figcaption{font-size:7.2pt;padding:.45rem .55rem}.photos figcaption b{font-size:8.4pt}
  tr,figure,.photos>div,.tiles li,.method div{break-inside:avoid}caption{break-after:avoid}
  .what{min-width:0}
  thead{display:table-header-group}tfoot{display:table-row-group}tfoot tr{break-before:avoid}
  table{font-size:8.2pt}th,td{padding:.4rem .35rem}
  .items .k2,.shot{width:3.9rem}.shot a,.blank{width:3.3rem;height:3.3rem}.items .k7,.items .k9{width:4.9rem}.items .k6,.items .k10{width:4.2rem}.items .k8{width:3.2rem}.what b{font-size:9pt}.what span{font-size:7.6pt}.more{font-size:7pt}
  .hash{font-size:6.2pt}
  h2,h3,header{break-after:avoid}
  a{color:inherit;text-decoration:none}
  figure:target{position:static;height:auto!important;display:block;background:none!important}
  *{print-color-adjust:exact;-webkit-print-color-adjust:exact}}
  """
