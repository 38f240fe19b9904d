import { type ContentTypes, getItemState, type ItemState } from './api-schemas.ts'
import { getAssetFile, getContentType, getItemTitle, type ListedItem } from './content-library.ts'
import { getEditorPath } from './editor-url.ts'

const timeFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

interface CardProps extends ListedItem {
  readonly types: ContentTypes
  /** Makes the title a button that chooses the item, instead of a link to it. */
  readonly onChoose?: () => void
}

/** Thumbnail, title, type, state and time of the last change of an entry or asset. */
export function Card({ item, thumbnail, types, onChoose }: CardProps) {
  const isAsset = item.sys.type === 'Asset'
  const title = getItemTitle(item, types)
  return (
    <div className="card">
      {thumbnail ? <img className="thumbnail" src={thumbnail} alt="" loading="lazy" /> : <span className="thumbnail" />}
      <div className="row">
        {onChoose ? (
          <button type="button" onClick={onChoose}>
            {title}
          </button>
        ) : (
          <a href={getEditorPath(isAsset ? 'assets' : 'entries', item.sys.id)}>{title}</a>
        )}
        <p className="row">
          <span className="hint">
            {isAsset ? (getAssetFile(item)?.contentType ?? 'No file yet') : getContentType(item, types).name}
          </span>
          <StateBadge state={getItemState(item)} />
          <time dateTime={item.sys.updatedAt}>{timeFormat.format(new Date(item.sys.updatedAt))}</time>
        </p>
      </div>
    </div>
  )
}

/** The publish state. */
export const StateBadge = ({ state }: { readonly state: ItemState }) => (
  <span className={`badge ${state}`}>{state}</span>
)
