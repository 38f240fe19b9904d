import { type DragEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { useFormContext } from 'react-hook-form'
import { getLinkedContentTypes } from '#local/engine/content-type-definition.ts'
import { createItemLink, type EditorField, type ItemLink, parseItemLinks } from './api-schemas.ts'
import { isDisabled, useAssetUpload } from './asset-upload.tsx'
import { Card } from './content-card.tsx'
import { addThumbnails, createEntry, fetchItemsByIds, getItemTitle } from './content-library.ts'
import { ContentPicker } from './content-picker.tsx'
import { getEditorPath, type ItemCollection } from './editor-url.ts'
import { Count, type FieldControlProps, getRule } from './field-controls.tsx'
import { ActionButton } from './form-controls.tsx'
import { useStatus } from './layout.tsx'
import { useFetched } from './use-fetched.ts'
import type { FormValues } from './use-item-editor.ts'

/** Media type of dragged rows, so that text of other pages is not accepted. */
const DRAG_TYPE = 'text/x-list-item'

/** A control for a link, or for an ordered list of links. In a list, items are moved by buttons or dragged. */
export function LinkControl({ field, value, onChange, attributes, editor }: FieldControlProps) {
  const { id } = attributes
  const { types } = editor
  const isList = field.type === 'Array'
  const { collection, linkType, allowedTypes, parameters } = getLinkSettings(field)
  const [isPickerOpen, setIsPickerOpen] = useState(false)
  const { getValues } = useFormContext<FormValues>()
  const showStatus = useStatus()
  const links = parseItemLinks(value)
  const ids = [...new Set(links.map(({ sys }) => sys.id))].sort()
  // Fetches again after saving: publishing an entry publishes its files.
  const items = useFetched([editor.item.sys.version, ...ids].join(), async () => {
    const listed = await addThumbnails(await fetchItemsByIds(collection, ids))
    return { ids, found: new Map(listed.map((result) => [result.item.sys.id, result])) }
  })

  const setLinks = (changed: readonly ItemLink[]) => onChange(isList ? changed : (changed[0] ?? null))
  // Reads the form: the value of this render is older when several files are uploaded.
  const add = (itemId: string) =>
    setLinks([...(isList ? parseItemLinks(getValues(field.id)) : []), createItemLink(linkType, itemId)])
  const remove = (index: number) => {
    setLinks(links.toSpliced(index, 1))
    document.getElementById(id)?.focus()
  }
  const move = (from: number, to: number) => {
    if (to < 0 || to >= links.length) return
    flushSync(() => setLinks(links.toSpliced(from, 1).toSpliced(to, 0, ...links.slice(from, from + 1))))
    showStatus(`Moved to place ${to + 1} of ${links.length}`)
    const row = document.getElementById(id)?.querySelectorAll('.rows > li')[to]
    row?.querySelectorAll('button')[to < from ? 0 : 1]?.focus()
  }
  const createDragProps = (index: number) => ({
    draggable: true,
    onDragStart: ({ dataTransfer }: DragEvent) => dataTransfer.setData(DRAG_TYPE, `${id} ${index}`),
    onDragOver: (event: DragEvent) => event.dataTransfer.types.includes(DRAG_TYPE) && event.preventDefault(),
    onDrop: (event: DragEvent) => {
      const [listId, from] = event.dataTransfer.getData(DRAG_TYPE).split(' ')
      if (listId !== id) return
      event.preventDefault()
      if (!isDisabled(event)) move(Number(from), index)
    },
  })
  /** Creates an entry, links to it, saves the link and opens the form of the new entry. */
  const createLinkedEntry = async (typeId: string) => {
    await editor.run('save') // if this fails, the link could not be saved either
    const { sys } = await createEntry(typeId)
    add(sys.id)
    await editor.run('save')
    location.assign(getEditorPath('entries', sys.id))
  }
  const upload = useAssetUpload({ isMultiple: isList, onUploaded: ({ sys }) => add(sys.id) })

  return (
    <div {...attributes} {...(collection === 'assets' && upload.dropProps)}>
      <ol className="rows">
        {links.map(({ sys }, index) => {
          const listed = items?.found.get(sys.id)
          const isMissing = !listed && items?.ids.includes(sys.id)
          const title = listed ? getItemTitle(listed.item, types) : isMissing ? `Missing: ${sys.id}` : 'Loading…'
          const repetition = links.slice(0, index).filter((link) => link.sys.id === sys.id).length
          return (
            <li key={`${sys.id} ${repetition}`} {...(isList && createDragProps(index))}>
              {listed ? (
                <Card {...listed} types={types} />
              ) : (
                <span className={isMissing ? 'card problem' : 'card'}>{title}</span>
              )}
              {isList &&
                ([-1, 1] as const).map((step) => (
                  <button
                    key={step}
                    type="button"
                    aria-label={`${step < 0 ? 'Up' : 'Down'}: ${title}`}
                    aria-disabled={index + step < 0 || index + step >= links.length}
                    onClick={() => move(index, index + step)}
                  >
                    {step < 0 ? 'Up' : 'Down'}
                  </button>
                ))}
              <button type="button" aria-label={`Remove: ${title}`} onClick={() => remove(index)}>
                Remove
              </button>
            </li>
          )
        })}
      </ol>
      <p className="row">
        <button type="button" onClick={() => setIsPickerOpen(true)}>
          {isList ? 'Add existing…' : 'Choose…'}
        </button>
        {collection === 'assets' && upload.button}
        {allowedTypes?.map((typeId) => (
          <ActionButton key={typeId} onClick={() => createLinkedEntry(typeId)}>
            New {types.get(typeId)?.name ?? typeId}
          </ActionButton>
        ))}
        {isList && <Count field={field} count={links.length} />}
      </p>
      {upload.problems}
      {isPickerOpen && (
        <ContentPicker
          collection={collection}
          allowed={parameters}
          types={types}
          onChoose={add}
          onClose={() => setIsPickerOpen(false)}
        />
      )}
    </div>
  )
}

/** Link type, collection and allowed targets of a link field, also as query parameters. */
function getLinkSettings(field: EditorField) {
  const linkType = (field.type === 'Array' ? field.items?.linkType : field.linkType) ?? 'Entry'
  const collection: ItemCollection = linkType === 'Asset' ? 'assets' : 'entries'
  const allowedTypes = getLinkedContentTypes(field)
  const [mediaTypeGroup] = [getRule(field, 'linkMimetypeGroup') ?? []].flat()
  const parameters = {
    ...(allowedTypes && { 'sys.contentType.sys.id[in]': allowedTypes.join() }),
    ...(mediaTypeGroup && { mimetype_group: mediaTypeGroup }),
  }
  return { linkType, collection, allowedTypes, parameters }
}
