import { type ReactNode, useEffect, useRef, useState } from 'react'
import { getPublishState, PUBLISH_STATES, type PublishState } from '#local/shared/publish-state.ts'
import { type Entity, getContentType, getEntityTitle, isPageEntry, loadedContentTypes } from './api/content-types.ts'
import {
  describeFile,
  type ListedEntity,
  type ListFilters,
  PAGE_SIZE,
  type SearchOptions,
  searchEntities,
} from './api/entity-requests.ts'
import { getEntityUrl } from './api/management-client.ts'
import { ActionButton } from './components/action-button.tsx'
import { useFetched } from './components/use-fetched.ts'

/** Pause in typing after which a search starts. */
const SEARCH_DELAY_MS = 200

interface EntityListProps extends SearchOptions {
  /** A new number fetches the list again. */
  readonly revision?: number
  /** Makes the titles buttons that choose an entity, instead of links; without filters for type and state. */
  readonly onChoose?: (entity: Entity) => void
}

/** A search in a collection, and what it finds. */
export function EntityList({ revision, onChoose, ...options }: EntityListProps) {
  const isEntries = options.collection === 'entries'
  const [filters, setFilters] = useState<ListFilters>(() =>
    Object.fromEntries(new URLSearchParams(onChoose ? '' : location.search)),
  )
  const found = useFetched(
    JSON.stringify([options, filters, revision]),
    async () => ({ ...(await searchEntities(options, filters)), filters }),
    SEARCH_DELAY_MS,
  )
  const { total = 0, results = [] } = found ?? {}
  const nothing = `No ${isEntries ? 'entries' : 'files'} match${found?.filters.query ? ` “${found.filters.query}”` : ''}.`
  const groups = [...Map.groupBy(results, ({ entity }) => isPageEntry(entity))]
  const searchRef = useRef<HTMLInputElement>(null)
  const listRef = useRef<HTMLDivElement>(null)
  const focusedIndex = useRef(Number.POSITIVE_INFINITY) // of the first one that *Show more* has added
  useEffect(() => {
    if (focusedIndex.current >= results.length) return
    listRef.current?.querySelectorAll<HTMLElement>('.choice')[focusedIndex.current]?.focus()
    focusedIndex.current = Number.POSITIVE_INFINITY
  }, [results])
  /** The list of a page keeps its filters in the address, for *Back*. */
  const replaceFilters = (next: ListFilters) => {
    setFilters(next)
    const url = new URL(location.href)
    url.search = String(new URLSearchParams(Object.entries(next).filter(([, value]) => value)))
    if (!onChoose) history.replaceState(null, '', url)
  }
  const change = (changed: ListFilters) => replaceFilters({ ...filters, count: '', ...changed })
  const showMore = () => {
    focusedIndex.current = results.length
    change({ count: String(results.length + PAGE_SIZE) })
  }
  const showAll = () => {
    replaceFilters({})
    searchRef.current?.focus() // this button disappears
  }
  return (
    <>
      <search className="row">
        <label>
          Search
          <input
            ref={searchRef}
            type="search"
            value={filters.query ?? ''}
            onChange={({ target }) => change({ query: target.value })}
          />
        </label>
        {isEntries && !onChoose && (
          <Select
            label="Type"
            value={filters.type}
            onChange={(type) => change({ type })}
            options={[['', 'All'], ...listTypeOptions()]}
          />
        )}
        {!onChoose && (
          <Select
            label="State"
            value={filters.state}
            onChange={(state) => change({ state })}
            options={[['', 'All'], ...PUBLISH_STATES.map((state) => [state, state] as const)]}
          />
        )}
      </search>
      <div className="row">
        <p role="status">{found && (total > 0 ? `${results.length} of ${total} shown` : nothing)}</p>
        {Object.values(filters).some(Boolean) && <ActionButton onClick={showAll}>Show all</ActionButton>}
      </div>
      <div ref={listRef} className="list">
        {groups.map(([isPageGroup, members]) => (
          <section key={String(isPageGroup)}>
            {(isPageGroup || groups.length > 1) && <h2>{isPageGroup ? 'Pages' : 'Other entries'}</h2>}
            <ul className={isEntries ? 'rows' : 'tiles'}>
              {members.map(({ entity, thumbnail }) => (
                <li key={entity.sys.id}>
                  <Card entity={entity} thumbnail={thumbnail}>
                    {onChoose ? (
                      <ActionButton className="choice title" onClick={() => onChoose(entity)}>
                        {getEntityTitle(entity)}
                      </ActionButton>
                    ) : (
                      <a className="choice title" href={getEntityUrl(entity.sys)}>
                        {getEntityTitle(entity)}
                      </a>
                    )}
                  </Card>
                </li>
              ))}
            </ul>
          </section>
        ))}
        {results.length < total && <ActionButton onClick={showMore}>Show more</ActionButton>}
      </div>
    </>
  )
}

const timeFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

interface CardProps extends ListedEntity {
  /** The title as a text, or an element of the class `choice`, which can be clicked anywhere on the card. */
  readonly children: ReactNode
}

/** Thumbnail, title, type, state and time of the last change of an entry or asset. */
export function Card({ entity, thumbnail, children }: CardProps) {
  const { sys } = entity
  const [isBroken, setIsBroken] = useState(false)
  const kind = sys.type === 'Entry' ? getContentType(entity).name : describeFile(entity)
  return (
    <div className="card">
      {thumbnail && !isBroken ? (
        <img className="thumbnail" src={thumbnail} alt="" loading="lazy" onError={() => setIsBroken(true)} />
      ) : (
        <span className={isBroken ? 'thumbnail problem' : 'thumbnail'} aria-hidden={!isBroken}>
          {isBroken ? 'Cannot be shown' : sys.type === 'Asset' && kind}
        </span>
      )}
      <div className="row">
        {children}
        <p className="row">
          <span className="hint">{kind}</span>
          <StateBadge state={getPublishState(entity.sys)} />
          <time dateTime={sys.updatedAt}>{timeFormat.format(new Date(sys.updatedAt))}</time>
        </p>
      </div>
    </div>
  )
}

export const StateBadge = ({ state }: { readonly state: PublishState }) => (
  <span className={`badge ${state}`}>{state}</span>
)

type SelectOptions = readonly (readonly [value: string, name: string])[]

/** All content types, by name. */
export const listTypeOptions = (): SelectOptions =>
  [...loadedContentTypes.values()]
    .map(({ sys, name }) => [sys.id, name] as const)
    .sort(([, a], [, b]) => a.localeCompare(b))

interface SelectProps {
  readonly label: string
  readonly value: string | undefined
  readonly onChange: (value: string) => void
  readonly options: SelectOptions
}

/** A labelled select. */
export const Select = ({ label, value, onChange, options }: SelectProps) => (
  <label>
    {label}
    <select value={value ?? ''} onChange={({ target }) => onChange(target.value)}>
      {options.map(([option, name]) => (
        <option key={option} value={option}>
          {name}
        </option>
      ))}
    </select>
  </label>
)
