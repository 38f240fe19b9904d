import { useState } from 'react'
import { flushSync } from 'react-dom'
import { getLinkedContentTypes } from '#local/shared/content-type-definition.ts'
import { collectLinks, createLink, type EntityLink } from '#local/shared/links.ts'
import { getEntityTitle, loadedContentTypes } from './api/content-types.ts'
import {
  addThumbnails,
  createEntry,
  fetchEntitiesByIds,
  openEntity,
  type SearchOptions,
  uploadFile,
} from './api/entity-requests.ts'
import { type Entity, getEntityUrl } from './api/management-client.ts'
import { AssetUpload } from './asset-upload.tsx'
import { ActionButton } from './components/action-button.tsx'
import { Dialog } from './components/dialog.tsx'
import { useFetched } from './components/use-fetched.ts'
import { Card, EntityList } from './entity-list.tsx'
import { type FieldControlProps, getValidation } from './field-controls.tsx'

/** A control for a link, or for an ordered list of links. */
export function LinkControl({ field, value, onChange, attributes, editor }: FieldControlProps) {
  const { id } = attributes
  const isList = field.type === 'Array'
  const target = field.items ?? field
  const isMedia = target.linkType === 'Asset'
  const allowedTypes = getLinkedContentTypes(field)
  const search: SearchOptions = {
    collection: isMedia ? 'assets' : 'entries',
    parameters: {
      'sys.archivedAt[exists]': 'false',
      ...(allowedTypes && { 'sys.contentType.sys.id[in]': allowedTypes.join() }),
    },
    mediaTypeGroups: [getValidation(target, 'linkMimetypeGroup') ?? []].flat(),
  }
  const [isPickerOpen, setIsPickerOpen] = useState(false)
  const closePicker = () => setIsPickerOpen(false)
  const links = collectLinks(value)
  const ids = [...new Set(links.map(({ sys }) => sys.id))].sort()
  // Fetches again after saving: publishing an entry publishes its files.
  const targets = useFetched([editor.entity.sys.version, ...ids].join(), async () => {
    const listed = await addThumbnails(await fetchEntitiesByIds(search.collection, ids))
    return { ids, found: new Map(listed.map((result) => [result.entity.sys.id, result])) }
  })

  // For *Undo*, until the form is saved.
  const { version } = editor.entity.sys
  const [steps, setSteps] = useState<readonly { readonly version: number; readonly value: unknown }[]>([])
  const undoable = steps.filter((step) => step.version === version)
  const setLinks = (changed: readonly EntityLink[]) => {
    const step = { version, value: editor.getValues()[field.id] }
    setSteps((previous) => [...previous, step])
    onChange(isList ? changed : (changed[0] ?? null))
  }
  const undo = () => {
    onChange(undoable.at(-1)?.value)
    setSteps(undoable.slice(0, -1))
  }
  // Reads the form: the value of this render is older when several files are uploaded.
  const add = ({ sys }: Entity) =>
    setLinks([...(isList ? collectLinks(editor.getValues()[field.id]) : []), createLink(sys.type, sys.id)])
  const remove = (index: number) => {
    setLinks(links.toSpliced(index, 1))
    document.getElementById(id)?.focus()
  }
  const move = (from: number, to: number) => {
    flushSync(() => setLinks(links.toSpliced(from, 1).toSpliced(to, 0, ...links.slice(from, from + 1))))
    document.getElementById(id)?.querySelectorAll('select')[to]?.focus() // a row that moves loses the focus
  }
  const upload = async (file: File) => add(await uploadFile(file, target.validations))
  const openNewEntry = async (typeId: string) => {
    await editor.run('save')
    const entry = await createEntry(typeId)
    add(entry)
    await editor.run('save')
    openEntity(entry)
  }

  return (
    <div {...attributes}>
      <ol className="rows">
        {links.map(({ sys }, index) => {
          const listed = targets?.found.get(sys.id)
          const isMissing = !listed && targets?.ids.includes(sys.id)
          const title = listed ? getEntityTitle(listed.entity) : isMissing ? `Missing: ${sys.id}` : 'Loading…'
          const repetition = links.slice(0, index).filter((link) => link.sys.id === sys.id).length
          return (
            <li key={`${sys.id} ${repetition}`}>
              {isList && (
                <select
                  aria-label={`Place: ${title}`}
                  value={index}
                  onChange={({ target }) => move(index, Number(target.value))}
                >
                  {links.map((_, place) => (
                    <option key={place} value={place}>
                      {place + 1}
                    </option>
                  ))}
                </select>
              )}
              {listed ? (
                <Card {...listed}>
                  <span className="title">{title}</span>
                </Card>
              ) : (
                <span className={isMissing ? 'card problem' : 'card'}>{title}</span>
              )}
              <span className="row">
                {listed && (
                  <a className="button" href={getEntityUrl(listed.entity.sys)} aria-label={`Edit: ${title}`}>
                    Edit
                  </a>
                )}
                <ActionButton aria-label={`Remove: ${title}`} onClick={() => remove(index)}>
                  Remove
                </ActionButton>
              </span>
            </li>
          )
        })}
      </ol>
      <p className="row">
        <ActionButton onClick={() => setIsPickerOpen(true)}>{isList ? 'Add existing…' : 'Choose…'}</ActionButton>
        {(isList || links.length === 0) &&
          allowedTypes?.map((typeId) => (
            <ActionButton key={typeId} onClick={() => openNewEntry(typeId)}>
              New {loadedContentTypes.get(typeId)?.name ?? typeId}
            </ActionButton>
          ))}
        {undoable.length > 0 && (
          <ActionButton aria-label={`Undo: ${field.name}`} onClick={undo}>
            Undo
          </ActionButton>
        )}
      </p>
      {isMedia && <AssetUpload isMultiple={isList} upload={upload} />}
      {isPickerOpen && (
        <Dialog heading={isMedia ? 'Choose a file' : 'Choose an entry'} onClose={closePicker}>
          <EntityList
            {...search}
            onChoose={(entity) => {
              add(entity)
              closePicker()
            }}
          />
          <ActionButton onClick={closePicker}>Cancel</ActionButton>
        </Dialog>
      )}
    </div>
  )
}
