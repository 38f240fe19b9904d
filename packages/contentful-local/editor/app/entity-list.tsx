import { type ReactNode, useState } from 'react'
import { PUBLISH_STATES } from '#local/shared/publish-state.ts'
import { getContentType, getEntityTitle, loadedContentTypes } from './api/content-types.ts'
import {
  getAssetFile,
  type ListedEntity,
  type ListFilters,
  type SearchOptions,
  searchEntities,
} from './api/entity-requests.ts'
import { type Entity, getEntityUrl, getState } from './api/management-client.ts'
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
    () => searchEntities(options, filters),
    SEARCH_DELAY_MS,
  )
  const { total = 0, results = [] } = found ?? {}
  /** The list of a page keeps its filters in the address, for *Back*. */
  const change = (changed: ListFilters) => {
    const next = { ...filters, ...changed }
    setFilters(next)
    const url = new URL(location.href)
    url.search = String(new URLSearchParams(Object.entries(next).filter(([, value]) => value)))
    if (!onChoose) history.replaceState(null, '', url)
  }
  return (
    <>
      <search className="row">
        <label>
          Search
          <input type="search" value={filters.query ?? ''} onChange={({ target }) => change({ query: target.value })} />
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
      <p role="status">
        {found && (total > 0 ? `${results.length} of ${total} shown` : `No ${isEntries ? 'entries' : 'files'} match.`)}
      </p>
      <ul className="rows">
        {results.map(({ entity, thumbnail }) => (
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
    </>
  )
}

const timeFormat = new Intl.DateTimeFormat([], { dateStyle: 'medium', timeStyle: 'short' })

interface CardProps extends ListedEntity {
  /** The title as a text, or an element of the class `choice`, which can be clicked anywhere on the card. */
  readonly children: ReactNode
}

/** Thumbnail, title, type, state and time of the last change of an entry or asset. */
export function Card({ entity, thumbnail, children }: CardProps) {
  const { sys } = entity
  const state = getState(entity)
  const kind = sys.type === 'Entry' ? getContentType(entity).name : (getAssetFile(entity)?.contentType ?? 'no file yet')
  return (
    <div className="card row">
      {thumbnail ? <img className="thumbnail" src={thumbnail} alt="" loading="lazy" /> : <span className="thumbnail" />}
      {children}
      <span className="row">
        <span className="hint">{kind}</span>
        <span className={`badge ${state}`}>{state}</span>
        <time dateTime={sys.updatedAt}>{timeFormat.format(new Date(sys.updatedAt))}</time>
      </span>
    </div>
  )
}

type SelectOptions = readonly (readonly [value: string, name: string])[]

/** All content types, by name. */
export const listTypeOptions = (): SelectOptions =>
  [...loadedContentTypes.values()].map(({ sys, name }) => [sys.id, name] as const)

interface SelectProps {
  readonly label: string
  readonly value: string | undefined
  readonly onChange: (value: string) => void
  readonly options: SelectOptions
}

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
