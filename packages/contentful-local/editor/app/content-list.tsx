import { type ReactNode, useState } from 'react'
import { ActionButton } from './action-button.tsx'
import { type ContentItem, getItemPath, getItemState, type ItemState } from './api-schemas.ts'
import {
  getAssetFile,
  getContentType,
  getItemTitle,
  type ListedItem,
  type SearchOptions,
  searchItems,
} from './content-library.ts'
import { getEditorPath } from './management-client.ts'
import { useFetched } from './use-fetched.ts'

/** Pause in typing after which a search starts. */
const SEARCH_DELAY_MS = 200

interface ContentListProps extends SearchOptions {
  /** Shows only items in this state; `''`: all. */
  readonly state?: string
  /** A new number fetches the list again. */
  readonly revision?: number
  /** Makes the titles buttons that choose an item, instead of links. */
  readonly onChoose?: ((item: ContentItem) => void) | undefined
  /** More filters, or buttons, beside the search. */
  readonly children: ReactNode
}

/** A search in a collection, and the items that it finds. */
export function ContentList({ parameters, state = '', onChoose, children, ...options }: ContentListProps) {
  const [query, setQuery] = useState('')
  const search = { ...options, parameters: { ...parameters, ...(query && { query }) } }
  const found = useFetched(JSON.stringify(search), () => searchItems(search), SEARCH_DELAY_MS)
  const { total = 0, results = [] } = found ?? {}
  const shown = results.filter(({ item }) => !state || getItemState(item) === state)
  const hint =
    total > results.length && ` of the ${results.length} that changed last; search finds the others of ${total}`
  return (
    <>
      <search className="row filters">
        <label>
          Search
          <input type="search" value={query} onChange={({ target }) => setQuery(target.value)} />
        </label>
        {children}
        <p className="hint" role="status">
          {found && `${shown.length}${hint || ' found'}`}
        </p>
      </search>
      <ul className={options.collection === 'assets' && !onChoose ? 'tiles' : 'rows'}>
        {shown.map((result) => (
          <li key={result.item.sys.id}>
            <Card {...result} onChoose={onChoose} />
          </li>
        ))}
      </ul>
    </>
  )
}

const timeFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

/** Thumbnail, title, type, state and time of the last change of an entry or asset. */
export function Card({ item, thumbnail, onChoose }: ListedItem & Pick<ContentListProps, 'onChoose'>) {
  const { sys } = item
  const title = getItemTitle(item)
  return (
    <div className="card">
      {thumbnail ? <img className="thumbnail" src={thumbnail} alt="" loading="lazy" /> : <span className="thumbnail" />}
      <div className="row">
        {onChoose ? (
          <ActionButton onClick={() => onChoose(item)}>{title}</ActionButton>
        ) : (
          <a href={getEditorPath(getItemPath(sys))}>{title}</a>
        )}
        <p className="row">
          <span className="hint">
            {sys.type === 'Entry' ? getContentType(item).name : (getAssetFile(item)?.contentType ?? 'No file yet')}
          </span>
          <StateBadge state={getItemState(item)} />
          <time dateTime={sys.updatedAt}>{timeFormat.format(new Date(sys.updatedAt))}</time>
        </p>
      </div>
    </div>
  )
}

/** The publish state. */
export const StateBadge = ({ state }: { readonly state: ItemState }) => (
  <span className={`badge ${state}`}>{state}</span>
)
