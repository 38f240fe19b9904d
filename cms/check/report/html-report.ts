import { CHECK_RULES, type ReportedIssue } from '#cms/check/check-rule.ts'
import { color, withOpacity } from '#src/theme/tokens.ts'
import { type CheckReport, formatNumber, formatPartCounts, groupIssues, REPORT_PARTS } from './check-report.ts'
import { formatCheckedCounts } from './text-report.ts'

/** Renders the report as one HTML page without scripts and other files. */
export function renderHtmlReport(report: CheckReport): string {
  const parts = groupIssues(report)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<link rel="icon" href="data:,">
<title>Content report: ${formatHeadline(report)}</title>
<style>${HTML_REPORT_STYLE}</style>
</head>
<body>
<header class="top">
<div class="inner">
<p class="over">Content report of ${escapeHtml(report.space)}</p>
<h1>${formatHeadline(report)}</h1>
${renderCounts(report)}
<p class="when">${renderTime(report.checkedAt)}: ${formatCheckedCounts(report)}.</p>
${report.notes.map((note) => `<p class="when">${escapeHtml(note)}</p>`).join('\n')}
</div>
</header>
<div class="inner">
<main>
${parts.map(renderPart).join('\n')}
${parts.length === 0 ? '<p class="clean">All texts, links, pictures and lists are valid.</p>' : ''}
</main>
</div>
</body>
</html>
`
}

type Part = ReturnType<typeof groupIssues>[number]

/** Counts only what visitors miss. */
function formatHeadline({ counts, findings }: CheckReport): string {
  if (counts.errors > 0) return `${formatPartCounts(counts).errors} on the site`
  return findings.length > 0 ? 'No errors on the site' : 'No issues'
}

const renderCounts = ({ counts }: CheckReport) => `<ul class="figures">
${Object.entries(formatPartCounts(counts)).map(renderCount).join('\n')}
</ul>`

function renderCount([part, text]: readonly [part: string, text: string]): string {
  const figure = text.replace(/^\S+/, '<b>$&</b>')
  return `<li>${text.startsWith('0 ') ? figure : `<a href="#${part}">${figure}</a>`}</li>`
}

const renderPart = ({ part, groups }: Part) => `<section aria-labelledby="${part}">
<h2 id="${part}">${REPORT_PARTS[part]}</h2>
${part === 'waiting' ? groups.map(renderWaitingLists).join('\n') : groups.map(renderGroup).join('\n')}
</section>`

function renderGroup({ rule, findings }: Part['groups'][number]): string {
  const withPictures = findings.some(({ thumbnail }) => thumbnail)
  return `<h3>${CHECK_RULES[rule].title} <span class="count">${formatNumber(findings.length)}</span></h3>
<p class="about">${CHECK_RULES[rule].about}</p>
<ul class="findings${withPictures ? ' pictured' : ''}">
${findings.map(renderIssue).join('\n')}
</ul>`
}

const renderWaitingLists = ({
  findings,
}: Part['groups'][number]) => `<p class="about">New ones, and what was taken down. They are no errors.</p>
<ul class="waiting">
${findings.map(({ text, link }) => `<li>${renderLink(escapeHtml(text), link)}</li>`).join('\n')}
</ul>`

const renderLink = (name: string, link: string | null) =>
  link
    ? `<a href="${escapeHtml(link)}" target="_blank" rel="noopener">${name}<span class="heard"> ${NEW_TAB}</span></a>`
    : name

function renderIssue({ severity, type, title, text, link, thumbnail }: ReportedIssue): string {
  // The thumbnail is decorative: the title is beside it, and the alternative text may be what is wrong.
  const picture = thumbnail ? `<img src="${escapeHtml(thumbnail)}" alt="" width="80" height="60" loading="lazy">` : ''
  return `<li>
<div class="picture">${picture}</div>
<div class="words">
<h4>${renderLink(`<bdi>${escapeHtml(title)}</bdi>`, link)}</h4>
<p class="marks">${renderSeverity(severity)}<span>${escapeHtml(type)}</span></p>
<p>${escapeHtml(text)}</p>
</div>
</li>`
}

/** Links open a new tab: the report can be in a frame, and the CMS cannot be framed. */
const NEW_TAB = '(opens in a new tab)'

const renderSeverity = (severity: ReportedIssue['severity']) =>
  severity === 'error' ? '<span class="mark error">Error</span>' : '<span class="mark">Warning</span>'

/** Formats the time in UTC, because the reader's time zone is unknown. */
function renderTime(iso: string): string {
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  return `<time datetime="${escapeHtml(iso)}">${format.format(new Date(iso))} UTC</time>`
}

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** A border on paper. */
const hairline = withOpacity(color.ink, 18)

/** Styles of the report: the brand's colors with system fonts. */
const HTML_REPORT_STYLE = `
*,*::before,*::after{box-sizing:border-box}
html{scroll-behavior:smooth;-webkit-text-size-adjust:100%}
body{margin:0;background:${color.bone};color:${color.ink};font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif}
h1,h2,h3,p,ol,ul,dl,dd{margin:0;padding:0}
ol,ul{list-style:none}
a{color:${color.green};text-underline-offset:3px}
a:hover{text-decoration-thickness:2px}
a:focus-visible{outline:3px solid ${color.amber};outline-offset:2px;border-radius:2px}
.inner{max-width:960px;margin:0 auto;padding:0 clamp(16px,4vw,40px)}
.top{background:${color.ink};color:${color.bone};padding:40px 0 32px;border-bottom:6px solid ${color.amber}}
.over{color:${color.amber};font-weight:600}
h1{font-size:clamp(26px,5vw,40px);line-height:1.15;letter-spacing:-.01em;margin:8px 0 24px;text-wrap:balance}
.figures{display:flex;flex-wrap:wrap;gap:16px 40px;margin-bottom:24px;color:${color.boneSoft}}
.figures b{display:block;font-size:36px;line-height:1.1;color:${color.bone};font-variant-numeric:tabular-nums}
.figures a{display:block;color:inherit}
.when{color:${color.boneSoft};font-size:14px}
.count{color:${color.inkSoft};font-weight:400;font-variant-numeric:tabular-nums}
section{margin:40px 0 64px}
h2{font-size:28px;line-height:1.2;scroll-margin-top:16px}
h3{font-size:20px;line-height:1.2;margin-top:24px}
.about{color:${color.inkSoft};margin:4px 0 12px}
.findings>li{display:flex;gap:16px;background:${color.paper};border:1px solid ${hairline};border-radius:6px;padding:16px;margin-bottom:8px;break-inside:avoid}
.picture{display:none}
.pictured .picture{display:block;flex:none;width:80px;height:60px;background:${color.sand};border-radius:3px;overflow:hidden}
.picture img{display:block;width:100%;height:100%;object-fit:contain}
.words{min-width:0;overflow-wrap:anywhere}
h4{margin:0;font-size:16px;line-height:1.4}
h4 bdi{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:3;overflow:hidden;text-align:left}
.heard{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.marks{display:flex;flex-wrap:wrap;align-items:center;gap:4px 8px;font-size:14px;color:${color.inkSoft};margin:4px 0}
.mark{background:${withOpacity(color.amber, 40)};color:${color.ink};border-radius:3px;padding:0 8px;font-weight:600}
.mark.error{background:${color.clay};color:${color.paper}}
.waiting a{display:inline-block;padding:8px 0}
.clean{background:${color.paper};border-left:6px solid ${color.green};padding:16px 24px;margin:32px 0;font-size:18px}
@media (max-width:480px){.pictured .picture{width:56px;height:42px}.findings>li{padding:12px;gap:12px}}
@media (prefers-reduced-motion:reduce){html{scroll-behavior:auto}}
@media print{body,.top,.findings>li{background:#fff;color:#000}.top{padding:0 0 16px}.over,.figures,.figures b,.when{color:#333}.mark,.mark.error{background:none;color:#000;border:1px solid #555}h2,h3,.about{break-after:avoid}}
`
