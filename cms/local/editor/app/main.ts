import { Refusal } from './api.ts'
import { element } from './dom.ts'
import { itemPage } from './item-page.ts'
import { listPage } from './list-page.ts'
import { type Kind, pageOf, place } from './place.ts'

/** A refusal that nobody expected is shown where it can be read. */
addEventListener('unhandledrejection', ({ reason }) => {
  const reasons = reason instanceof Refusal ? reason.flaws.map(({ details = '' }) => details) : []
  const text = [reason instanceof Error ? reason.message : String(reason), ...reasons].join(' ')
  document.querySelector('.bar')?.append(element('p', { class: 'trouble', role: 'alert' }, text))
})

async function start({ kind, id }: typeof place) {
  const [main] = document.getElementsByTagName('main')
  const [navigation] = document.getElementsByTagName('nav')
  const link = (name: string, of: Kind) =>
    element('a', { href: pageOf(of), 'aria-current': kind === of && 'page' }, name)
  navigation?.append(link('Entries', 'entries'), link('Media', 'assets'))
  if (!main || kind === undefined) main?.append(element('h1', {}, 'There is nothing at this address'))
  else if (id === undefined) await listPage(main, kind)
  else await itemPage(main, kind, id)
}

start(place)
