import { createRoot } from 'react-dom/client'
import './editor.css'
import { fetchContentTypes } from './content-library.ts'
import { currentPage, getEditorPath } from './editor-url.ts'
import { fetchItemPage, ItemPage } from './item-page.tsx'
import { Layout } from './layout.tsx'
import { ListPage } from './list-page.tsx'
import { formatError, ManagementApiError } from './management-client.ts'

const container = document.getElementById('editor')
if (!container) throw new Error('The page has no element with the id "editor"')
const root = createRoot(container)
root.render(<Layout>{await loadPage().catch(renderError)}</Layout>)

async function loadPage() {
  const { collection, id } = currentPage
  if (collection === undefined) return renderError(new ManagementApiError(404, 'There is nothing at this address.'))
  if (id !== undefined) return <ItemPage {...(await fetchItemPage(collection, id))} />
  return <ListPage collection={collection} types={await fetchContentTypes()} />
}

function renderError(error: unknown) {
  const { collection = 'entries' } = currentPage
  const isMissing = error instanceof ManagementApiError && error.status === 404
  const name = collection === 'entries' ? 'entry' : 'file'
  return (
    <main>
      <h1>{isMissing ? `This ${name} does not exist` : 'This page cannot be shown'}</h1>
      <p role="alert">{formatError(error)}</p>
      <p>
        {isMissing && 'It was deleted, or the address is wrong. '}
        <a href={getEditorPath(collection)}>{collection === 'entries' ? 'All entries' : 'All media'}</a>
      </p>
    </main>
  )
}
