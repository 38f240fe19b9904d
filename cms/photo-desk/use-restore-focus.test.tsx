import { expect, onTestFinished, test } from 'vitest'
import { render } from '#tests/mounted/open-desk.tsx'
import { useRestoreFocus } from './use-restore-focus.ts'

function RestoreFocus() {
  useRestoreFocus()
  return null
}

const X = '<button id="x">X</button>'
const UNREACHABLE =
  '<button disabled>A</button><button hidden>B</button><button tabindex="-1">C</button><p tabindex="-1">D</p>'
const TEXTS = '<input type="text"><textarea></textarea><select></select>'
const DIALOG = `</main><div role="dialog" id="dialog"><button>A</button>${X}<button id="next">B</button></div>`

/** `steps`: ids of the elements that get the focus one after the other; without an id, the focus is lost by a click. */
test.each([
  ['the next control', `<button>A</button>${X}${UNREACHABLE}<a href="#" id="next">B</a>`, 'next'],
  ['the nearest one before it, if none follows', `<button>A</button><button id="next">B</button>${X}`, 'next'],
  ['no text', `<button id="next">A</button>${X}${TEXTS}`, 'next'],
  ['a checkbox', `${X}<input type="checkbox" id="next"><button>A</button>`, 'next'],
  ['a summary', `${X}<details><summary id="next">A</summary></details><button>B</button>`, 'next'],
  ['what Tab reaches', `${X}<div style="height: 3000px"></div><p tabindex="0" id="next">A</p>`, 'next'],
  ['its list', `<ul><li><button id="next">A</button></li><li>${X}</li></ul><button>B</button>`, 'next'],
  [
    'its section',
    `<button>A</button><section tabindex="-1" id="next"><ul>${X}</ul></section><button>B</button>`,
    'next',
  ],
  ['the next one, if its section has no focus', `<section>${X}</section><button id="next">A</button>`, 'next'],
  [
    'from a text to its table',
    `<table tabindex="-1" id="next"><td><select id="x"></select><td><button>A</button></table>`,
    'next',
  ],
  ['from a text to no text', `<textarea id="x"></textarea>${TEXTS}<button id="next">A</button>`, 'next'],
  ['the next one of its dialog', `<button id="opener">A</button>${DIALOG}`, 'next', ['opener', 'x']],
  ['what had the focus in the page', `<button id="next">A</button>${DIALOG}`, 'next', ['next', 'x'], 'dialog'],
  ['nothing, if it has lost the focus', `${X}<button id="wrong">A</button>`, '', ['x', '']],
  [
    'nothing, if another one has the focus',
    `<button id="other">A</button>${X}<button>B</button>`,
    'other',
    ['x', 'other'],
  ],
])('the focus of a removed control goes to: %s', async (_, html, expected, steps = ['x'], removed = 'x') => {
  await render(<RestoreFocus />)
  const page = document.createElement('div')
  onTestFinished(() => page.remove())
  page.innerHTML = `<main>${html}</main>`
  document.body.append(page)
  for (const id of steps)
    id ? document.getElementById(id)?.focus() : document.querySelector<HTMLElement>(':focus')?.blur()
  await waitForCallbacks()
  document.getElementById(removed)?.remove()
  await waitForCallbacks()
  expect(document.activeElement?.id).toBe(expected)
  expect(window.scrollY).toBe(0)
})

/** Until all that follows a change of the focus or of the page has run. */
const waitForCallbacks = () => new Promise((resolve) => setTimeout(resolve))
