import type { ContentCard } from './content-library.ts'
import { createElement } from './dom.ts'

const time = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

/** One line: picture, title with its link, what it is, how far it is, when it changed. */
export function createCardRow({ title, type, state, href, thumbnail, updatedAt }: ContentCard): HTMLElement {
  return createElement(
    'div',
    { class: 'card' },
    thumbnail === undefined
      ? createElement('span', { class: 'thumbnail' })
      : createElement('img', { class: 'thumbnail', src: thumbnail, alt: '', loading: 'lazy' }),
    createElement('a', { href }, title),
    createElement('span', { class: 'type' }, type),
    createStateBadge(state),
    createElement('time', { datetime: updatedAt }, time.format(new Date(updatedAt))),
  )
}

export const createStateBadge = (state: ContentCard['state']): HTMLElement =>
  createElement('span', { class: `badge ${state}` }, state)
