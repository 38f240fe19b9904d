import { useState } from 'react'
import { ActionButton } from './action-button.tsx'
import { ITEM_STATES } from './api-schemas.ts'
import { useAssetUpload } from './asset-upload.tsx'
import { contentTypes, createEntry, openItem } from './content-library.ts'
import { ContentList } from './content-list.tsx'
import type { ItemCollection } from './management-client.ts'

/** The list of entries or assets, with a search, filters for type and state, and a way to add items. */
export function ListPage({ collection }: { readonly collection: ItemCollection }) {
  const isMedia = collection === 'assets'
  const heading = isMedia ? 'Media' : 'Entries'
  const typeOptions = [...contentTypes.values()]
    .map(({ sys, name }) => [sys.id, name] as const)
    .sort(([, a], [, b]) => a.localeCompare(b))
  const [type, setType] = useState('')
  const [state, setState] = useState('')
  const [newType, setNewType] = useState(typeOptions[0]?.[0] ?? '')
  const [uploadCount, setUploadCount] = useState(0)
  const upload = useAssetUpload({
    isMultiple: true,
    onUploaded: (asset, fileCount) => {
      if (fileCount === 1) openItem(asset)
      setUploadCount((count) => count + 1)
    },
  })
  return (
    <main {...(isMedia && upload.dropProps)}>
      <title>{`${heading} · Local content`}</title>
      <div className="row top">
        <h1>{heading}</h1>
        {isMedia ? (
          upload.button
        ) : (
          <p className="row">
            <Select label="New entry of type" value={newType} onChange={setNewType} options={typeOptions} />
            <ActionButton disabled={newType === ''} onClick={async () => openItem(await createEntry(newType))}>
              Create
            </ActionButton>
          </p>
        )}
      </div>
      {upload.problems}
      <ContentList
        collection={collection}
        parameters={type === '' ? {} : { content_type: type }}
        state={state}
        revision={uploadCount}
      >
        {!isMedia && (
          <Select label="Type" value={type} onChange={setType} options={[['', 'All types'], ...typeOptions]} />
        )}
        <Select
          label="State"
          value={state}
          onChange={setState}
          options={[['', 'All states'], ...ITEM_STATES.map((name) => [name, name] as const)]}
        />
      </ContentList>
    </main>
  )
}

interface SelectProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly options: readonly (readonly [value: string, name: string])[]
}

/** A labelled select. */
const Select = ({ label, value, onChange, options }: SelectProps) => (
  <label>
    {label}
    <select value={value} onChange={({ target }) => onChange(target.value)}>
      {options.map(([option, name]) => (
        <option key={option} value={option}>
          {name}
        </option>
      ))}
    </select>
  </label>
)
