import { CHECK_RULES, type ReportedIssue } from '#cms/check/check-rule.ts'
import { type CheckReport, groupIssues } from './check-report.ts'
import { HTML_REPORT_STYLE } from './html-report-style.ts'
import { formatCheckedCounts } from './text-report.ts'

/** The report as one HTML page: it needs no script and no other file. */
export function renderHtmlReport(report: CheckReport): string {
  const groups = groupIssues(report)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<link rel="icon" href="data:,">
<title>Health report: ${headline(report)}</title>
<style>${HTML_REPORT_STYLE}</style>
</head>
<body>
<header class="top">
<div class="inner">
<p class="over">Health report of ${escaped(report.space)}</p>
<h1>${headline(report)}</h1>
${figures(report)}
<p class="when">${time(report.checkedAt)}: ${formatCheckedCounts(report)}.</p>
${report.notes.map((note) => `<p class="when">${escaped(note)}</p>`).join('\n')}
</div>
</header>
<div class="inner">
${contents(groups)}
<main>
${groups.map(section).join('\n')}
${groups.length === 0 ? '<p class="clean">Every text, link, picture and list is as it should be.</p>' : ''}
</main>
</div>
</body>
</html>
`
}

type Group = ReturnType<typeof groupIssues>[number]

function headline({ counts: { broken, should, drafts } }: CheckReport): string {
  if (broken > 0) return `${things(broken)} visitors miss or see wrong`
  if (should > 0) return `Nothing is broken, ${things(should)} could be better`
  return drafts > 0 ? `Visitors see nothing wrong, ${things(drafts)} to look at in drafts` : 'Nothing to put right'
}

const things = (count: number) => `${number(count)} ${count === 1 ? 'thing' : 'things'}`

const figures = ({ counts: { broken, should, drafts } }: CheckReport) => `<dl class="figures">
<div><dt>broken</dt><dd>${number(broken)}</dd></div>
<div><dt>could be better</dt><dd>${number(should)}</dd></div>
<div><dt>in drafts</dt><dd>${number(drafts)}</dd></div>
</dl>`

function contents(groups: readonly Group[]): string {
  if (groups.length === 0) return ''
  const items = groups.map(({ rule, findings }) => {
    const broken = findings.filter(({ severity, isDraft }) => severity === 'broken' && !isDraft).length
    const mark = broken > 0 ? ` <span class="count broken">${number(broken)} broken</span>` : ''
    return `<li><a href="#${rule}">${CHECK_RULES[rule].title}</a> <span class="count">${number(findings.length)}</span>${mark}</li>`
  })
  return `<nav aria-label="Contents"><ol>\n${items.join('\n')}\n</ol></nav>`
}

function section({ rule, findings }: Group): string {
  const withPictures = findings.some(({ thumbnail }) => thumbnail)
  return `<section aria-labelledby="${rule}">
<h2 id="${rule}">${CHECK_RULES[rule].title} <span class="count">${number(findings.length)}</span></h2>
<p class="about">${CHECK_RULES[rule].about}</p>
<ul class="findings${withPictures ? ' pictured' : ''}">
${findings.map(item).join('\n')}
</ul>
</section>`
}

function item({ severity, isDraft, type, title, text, link, thumbnail }: ReportedIssue): string {
  // Of an alt text that is wrong the picture's name says nothing: beside its title the picture is only decoration.
  const picture = thumbnail ? `<img src="${escaped(thumbnail)}" alt="" width="80" height="60" loading="lazy">` : ''
  const name = `<bdi>${escaped(title)}</bdi>`
  return `<li>
<div class="picture">${picture}</div>
<div class="words">
<h3>${link ? `<a href="${escaped(link)}" target="_blank" rel="noopener">${name}<span class="heard"> ${NEW_TAB}</span></a>` : name}</h3>
<p class="marks">${mark(severity)}${isDraft ? '<span class="mark draft">Draft</span>' : ''}<span>${escaped(type)}</span></p>
<p>${escaped(text)}</p>
</div>
</li>`
}

/** The report may stand in a frame, and what it leads to may refuse to. */
const NEW_TAB = '(opens in a new tab)'

const mark = (severity: ReportedIssue['severity']) =>
  severity === 'broken' ? '<span class="mark broken">Broken</span>' : '<span class="mark">Could be better</span>'

/** In UTC: the report may be read anywhere. */
function time(iso: string): string {
  const words = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  return `<time datetime="${escaped(iso)}">${words.format(new Date(iso))} UTC</time>`
}

const number = (count: number) => count.toLocaleString('en-US')

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
