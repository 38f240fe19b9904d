import { createElement } from './dom.ts'
import { currentPage, getEditorPath, type ItemCollection } from './editor-url.ts'
import { renderItemPage } from './item-page.ts'
import { renderListPage } from './list-page.ts'
import { ManagementApiError } from './management-client.ts'

/** Shows unexpected errors on the page. */
addEventListener('unhandledrejection', ({ reason }) => {
  const errorDetails = reason instanceof ManagementApiError ? reason.details.map(({ details = '' }) => details) : []
  const text = [reason instanceof Error ? reason.message : String(reason), ...errorDetails].join(' ')
  document.querySelector('.bar')?.append(createElement('p', { class: 'error', role: 'alert' }, text))
})

async function start({ collection, id }: typeof currentPage) {
  const [main] = document.getElementsByTagName('main')
  const [navigation] = document.getElementsByTagName('nav')
  const link = (name: string, target: ItemCollection) =>
    createElement('a', { href: getEditorPath(target), 'aria-current': collection === target && 'page' }, name)
  navigation?.append(link('Entries', 'entries'), link('Media', 'assets'))
  if (!main || collection === undefined) main?.append(createElement('h1', {}, 'There is nothing at this address'))
  else if (id === undefined) await renderListPage(main, collection)
  else await renderItemPage(main, collection, id)
}

start(currentPage)
