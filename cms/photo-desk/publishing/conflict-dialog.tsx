import { Button, Paragraph } from '@contentful/f36-components'
import type { AssetProps } from 'contentful-management'
import { Dialog } from '#cms/photo-desk/dialog.tsx'
import { useWorkspace } from '#cms/photo-desk/space/picture-workspace.ts'
import { getPicture, type SpacePictures } from '#cms/photo-desk/space/space-pictures.ts'
import type { PictureType } from '#cms/pictures/picture-type.ts'
import { LOCALE } from '#shared/constants.ts'
import { describeSelection, getPictureTitle } from './describe-content.ts'
import { DifferenceTable } from './difference-table.tsx'
import { compareFields, type FieldDifference } from './field-differences.ts'
import type { ContentOutcome, PublishResult, PublishSelection } from './publish-content.ts'

interface ConflictDialogProps {
  readonly spacePictures: SpacePictures
  readonly result: PublishResult
  /** Publishes the versions that are shown. */
  readonly onPublish: (selection: PublishSelection) => void
  readonly onClose: () => void
}

/** Shows what somebody else has changed since the editor has opened the desk, and asks whether to publish it. */
export function ConflictDialog({ spacePictures, result, onPublish, onClose }: ConflictDialogProps) {
  const { pictureType } = useWorkspace()
  const conflicts = findConflicts(spacePictures, pictureType, result)
  const entryIds = conflicts.flatMap(({ entryId }) => entryId ?? [])
  const hasPage = conflicts.some(({ entryId }) => entryId === undefined)
  return (
    <Dialog
      title="Somebody else has changed this"
      size="large"
      onClose={onClose}
      actions={[
        <Button key="leave" variant="secondary" onClick={onClose}>
          Leave as it is
        </Button>,
        <Button key="publish" variant="primary" onClick={() => onPublish({ entryIds, hasPage })}>
          Publish what is there now
        </Button>,
      ]}
    >
      <Paragraph>
        {describeSelection(pictureType, entryIds.length, hasPage)} changed after you opened the desk. Nothing is lost,
        and nothing of this is published yet.
      </Paragraph>
      {conflicts.map(({ title, differences }) => (
        <DifferenceTable
          key={title}
          caption={title}
          beforeTitle="You have seen"
          afterTitle="There is now"
          differences={differences}
        />
      ))}
    </Dialog>
  )
}

interface Conflict {
  /** `undefined` for the page. */
  readonly entryId: string | undefined
  readonly title: string
  readonly differences: readonly FieldDifference[]
}

function findConflicts(spacePictures: SpacePictures, pictureType: PictureType, { pictures, page }: PublishResult) {
  const ofPictures = [...pictures].flatMap(([entryId, outcome]): readonly Conflict[] => {
    const picture = getPicture(spacePictures, pictureType, entryId)
    if (outcome.status !== 'conflict' || !picture) return []
    const differences = describeConflict(outcome, pictureType.type)
    return [{ entryId, title: getPictureTitle(picture, pictureType), differences }]
  })
  if (page?.status !== 'conflict') return ofPictures
  const differences = describeConflict(page, pictureType.page.type)
  return [...ofPictures, { entryId: undefined, title: `The ${pictureType.page.name}`, differences }]
}

const describeConflict = (
  { entry, asset }: Extract<ContentOutcome, { readonly status: 'conflict' }>,
  type: Parameters<typeof compareFields>[0],
): readonly FieldDifference[] => [
  ...(entry ? compareFields(type, entry.seen.fields, entry.actual.fields) : []),
  ...(asset ? compareAssets(asset.seen, asset.actual) : []),
]

function compareAssets(before: AssetProps, after: AssetProps): readonly FieldDifference[] {
  const read = ({ fields }: AssetProps) => {
    const file = fields.file?.[LOCALE]
    return { file: file?.url ?? '', fileName: file?.fileName ?? '(none)', title: fields.title?.[LOCALE] ?? '(empty)' }
  }
  const [old, current] = [read(before), read(after)]
  return [
    ...(old.file === current.file
      ? []
      : [{ field: 'file', name: 'File', before: old.fileName, after: `${current.fileName} (replaced)` }]),
    ...(old.title === current.title
      ? []
      : [{ field: 'title', name: 'Title of the file', before: old.title, after: current.title }]),
  ]
}
