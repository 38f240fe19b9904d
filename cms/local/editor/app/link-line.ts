import { createCardRow } from './card.ts'
import type { ContentCard } from './content-library.ts'
import { createButton, createElement } from './dom.ts'

interface Line {
  /** Absent where what is linked is not there. */
  readonly card: ContentCard | undefined
  /** The id of what is linked. */
  readonly its: string
  readonly remove: () => Promise<void>
  /** Absent where there is only one. */
  readonly order?: Order | undefined
}

interface Order {
  /** Tells this list from others of the form. */
  readonly list: string
  readonly index: number
  readonly count: number
  readonly move: (from: number, to: number) => Promise<void>
}

/** One linked entry or asset with its buttons; in a list it can be moved by them, or dragged. */
export function createLinkRow({ card, its, remove, order }: Line): HTMLElement {
  const title = card?.title ?? `“${its}” is not there`
  const line = createElement('li', {}, card ? createCardRow(card) : createElement('span', { class: 'card' }, title))
  const act = (text: string, press: () => unknown, attributes = {}) =>
    createButton(text, press, { 'aria-label': `${text}: ${title}`, ...attributes })
  if (order) {
    const { index, count, move } = order
    const mover = (text: string, to: number) => {
      const isThere = to >= 0 && to < count
      return act(text, () => isThere && move(index, to), { class: 'move', 'aria-disabled': String(!isThere) })
    }
    line.append(mover('Up', index - 1), mover('Down', index + 1))
    makeDraggable(line, order)
  }
  line.append(act('Remove', remove))
  return line
}

function makeDraggable(line: HTMLElement, { list, index, move }: Order): void {
  line.draggable = true
  line.addEventListener('dragstart', ({ dataTransfer }) => dataTransfer?.setData(DRAGGED, `${list} ${index}`))
  line.addEventListener('dragover', (event) => event.dataTransfer?.types.includes(DRAGGED) && event.preventDefault())
  line.addEventListener('drop', (event) => {
    const [from, place] = event.dataTransfer?.getData(DRAGGED).split(' ') ?? []
    if (from !== list) return
    event.preventDefault()
    move(Number(place), index)
  })
}

/** Lists take only what was dragged in a list; a text of another page is none. */
const DRAGGED = 'text/x-list-item'
