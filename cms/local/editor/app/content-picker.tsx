import { useEffect, useRef, useState } from 'react'
import type { ContentTypes } from './api-schemas.ts'
import { Card } from './content-card.tsx'
import { type SearchParameters, searchItems } from './content-library.ts'
import type { ItemCollection } from './editor-url.ts'
import { SEARCH_DELAY_MS, useFetched } from './use-fetched.ts'

interface ContentPickerProps {
  readonly collection: ItemCollection
  /** Query parameters of the allowed items. */
  readonly allowed: SearchParameters
  readonly types: ContentTypes
  readonly onChoose: (id: string) => void
  readonly onClose: () => void
}

const MAX_SHOWN = '60'

/** A dialog to choose an entry or asset. */
export function ContentPicker({ collection, allowed, types, onChoose, onClose }: ContentPickerProps) {
  const [query, setQuery] = useState('')
  const parameters = { limit: MAX_SHOWN, 'sys.archivedAt[exists]': 'false', ...allowed, ...(query && { query }) }
  const found = useFetched(query, () => searchItems(collection, parameters), SEARCH_DELAY_MS)
  const dialogRef = useRef<HTMLDialogElement>(null)
  useEffect(() => dialogRef.current?.showModal(), [])
  const close = () => dialogRef.current?.close() // returns the focus, then `onClose` removes the dialog
  return (
    <dialog ref={dialogRef} aria-labelledby="picker" onClose={onClose}>
      <h2 id="picker">{collection === 'assets' ? 'Choose a file' : 'Choose an entry'}</h2>
      <p className="row filters">
        <label>
          Search
          <input type="search" value={query} onChange={({ target }) => setQuery(target.value)} />
        </label>
        <button type="button" onClick={close}>
          Cancel
        </button>
      </p>
      <ul className="rows">
        {found?.results.map((result) => (
          <li key={result.item.sys.id}>
            <Card
              {...result}
              types={types}
              onChoose={() => {
                onChoose(result.item.sys.id)
                close()
              }}
            />
          </li>
        ))}
        {found?.results.length === 0 && <li>Nothing found</li>}
      </ul>
    </dialog>
  )
}
