import { element } from './dom.ts'
import type { Card } from './library.ts'

const time = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

/** One line: picture, title with its link, what it is, how far it is, when it changed. */
export function cardLine({ title, type, state, href, thumbnail, updatedAt }: Card): HTMLElement {
  return element(
    'div',
    { class: 'card' },
    thumbnail === undefined
      ? element('span', { class: 'thumbnail' })
      : element('img', { class: 'thumbnail', src: thumbnail, alt: '', loading: 'lazy' }),
    element('a', { href }, title),
    element('span', { class: 'type' }, type),
    badge(state),
    element('time', { datetime: updatedAt }, time.format(new Date(updatedAt))),
  )
}

export const badge = (state: Card['state']): HTMLElement => element('span', { class: `badge ${state}` }, state)
