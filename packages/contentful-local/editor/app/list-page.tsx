import { useState } from 'react'
import { createEntry, openEntity } from './api/entity-requests.ts'
import type { EntityCollection } from './api/management-client.ts'
import { useAssetUpload } from './asset-upload.tsx'
import { ActionButton } from './components/action-button.tsx'
import { EntityList, listTypeOptions, Select } from './entity-list.tsx'

/** The list of entries or assets, with a way to add items. */
export function ListPage({ collection }: { readonly collection: EntityCollection }) {
  const isMedia = collection === 'assets'
  const heading = isMedia ? 'Media' : 'Entries'
  const typeOptions = listTypeOptions()
  const [newType, setNewType] = useState(typeOptions[0]?.[0] ?? '')
  const [uploadCount, setUploadCount] = useState(0)
  const upload = useAssetUpload({
    isMultiple: true,
    onUploaded: (asset, fileCount) => {
      if (fileCount === 1) openEntity(asset)
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
            <ActionButton disabled={newType === ''} onClick={async () => openEntity(await createEntry(newType))}>
              Create
            </ActionButton>
          </p>
        )}
      </div>
      {upload.problems}
      <EntityList collection={collection} parameters={{}} revision={uploadCount} />
    </main>
  )
}
