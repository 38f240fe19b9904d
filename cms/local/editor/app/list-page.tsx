import { useEffect, useState } from 'react'
import { type ContentTypes, getItemState, ITEM_STATES } from './api-schemas.ts'
import { useAssetUpload } from './asset-upload.tsx'
import { Card } from './content-card.tsx'
import { createEntry, MAX_RESULTS, searchItems } from './content-library.ts'
import { getEditorPath, type ItemCollection } from './editor-url.ts'
import { ActionButton, Select } from './form-controls.tsx'
import { SEARCH_DELAY_MS, useFetched } from './use-fetched.ts'

interface ListPageProps {
  readonly collection: ItemCollection
  readonly types: ContentTypes
}

/** The list of entries or assets, with a search, filters for type and state, and a way to add items. */
export function ListPage({ collection, types }: ListPageProps) {
  const isMedia = collection === 'assets'
  const heading = isMedia ? 'Media' : 'Entries'
  const typeOptions = [...types.values()]
    .map(({ sys, name }) => [sys.id, name] as const)
    .sort(([, a], [, b]) => a.localeCompare(b))
  const [query, setQuery] = useState('')
  const [type, setType] = useState('')
  const [state, setState] = useState('')
  const [newType, setNewType] = useState(typeOptions[0]?.[0] ?? '')
  const [uploadCount, setUploadCount] = useState(0)
  const parameters = { ...(query && { query }), ...(type && { content_type: type }) }
  const found = useFetched(
    JSON.stringify({ parameters, uploadCount }),
    () => searchItems(collection, parameters),
    SEARCH_DELAY_MS,
  )
  const shown = found?.results.filter(({ item }) => !state || getItemState(item) === state)
  const upload = useAssetUpload({
    isMultiple: true,
    onUploaded: ({ sys }, fileCount) => {
      if (fileCount === 1) location.assign(getEditorPath('assets', sys.id))
      setUploadCount((count) => count + 1)
    },
  })
  useEffect(() => {
    document.title = `${heading} · Local content`
  }, [heading])
  const create = async () => location.assign(getEditorPath('entries', (await createEntry(newType)).sys.id))
  return (
    <main {...(isMedia && upload.dropProps)}>
      <div className="row top">
        <h1>{heading}</h1>
        {isMedia ? (
          upload.button
        ) : (
          <p className="row">
            <Select label="New entry of type" value={newType} onChange={setNewType} options={typeOptions} />
            <ActionButton disabled={newType === ''} onClick={create}>
              Create
            </ActionButton>
          </p>
        )}
      </div>
      {upload.problems}
      <search className="row filters">
        <label>
          Search
          <input type="search" value={query} onChange={({ target }) => setQuery(target.value)} />
        </label>
        {!isMedia && (
          <Select label="Type" value={type} onChange={setType} options={[['', 'All types'], ...typeOptions]} />
        )}
        <Select
          label="State"
          value={state}
          onChange={setState}
          options={[['', 'All states'], ...ITEM_STATES.map((name) => [name, name] as const)]}
        />
        <p className="hint" role="status">
          {found && shown && formatCount(shown.length, found.total)}
        </p>
      </search>
      <ul className={isMedia ? 'tiles' : 'rows'}>
        {shown?.map((result) => (
          <li key={result.item.sys.id}>
            <Card {...result} types={types} />
          </li>
        ))}
      </ul>
    </main>
  )
}

const formatCount = (count: number, total: number): string =>
  total > MAX_RESULTS
    ? `${count} of the ${MAX_RESULTS} that changed last; search finds the others of ${total}`
    : `${count} found`
