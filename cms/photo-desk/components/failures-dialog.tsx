import { Flex } from '@contentful/f36-components'
import type { PublishResult } from '#cms/photo-desk/state/publication/apply-picture-action.ts'
import type { Failure } from '#cms/photo-desk/state/publication/change-pictures.ts'
import { describeActionResult } from '#cms/photo-desk/state/publication/describe-content.ts'
import { usePictures, useWorkspace } from '#cms/photo-desk/state/workspace/picture-workspace.ts'
import { AlertNote } from './alert-note.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { DifferenceTable } from './difference-table.tsx'
import { PictureNames } from './picture-names.tsx'

interface FailuresDialogProps {
  readonly result: PublishResult
  /** What the others are, for example `published`. */
  readonly done: string
  readonly onClose: () => void
}

/** Says why pictures, or the page, are not changed, or not completely. */
export function FailuresDialog({ result, done, onClose }: FailuresDialogProps) {
  const { pictureType } = useWorkspace()
  const allPictures = usePictures()
  const { entryIds, hasPage, pageId, failures } = result
  const pictures = entryIds.filter((id) => failures.has(id)).flatMap((id) => allPictures.get(id) ?? [])
  const pageFailure = failures.get(pageId)
  return (
    <Dialog
      title={`${failures.size} of ${entryIds.length + Number(hasPage)} not ${done}`}
      onClose={onClose}
      actions={
        <Button size="medium" onClick={onClose}>
          Close
        </Button>
      }
    >
      <Flex flexDirection="column" gap="spacingM">
        <AlertNote variant="warning">
          {describeActionResult(pictureType, result, done)} {failures.size === 1 ? 'The reason:' : 'The reasons:'}
        </AlertNote>
        {pageFailure && (
          <div>
            The {pictureType.page.name}: <FailureText failure={pageFailure} />
          </div>
        )}
        <PictureNames
          pictures={pictures}
          notes={new Map([...failures].map(([id, failure]) => [id, <FailureText key={id} failure={failure} />]))}
        />
      </Flex>
    </Dialog>
  )
}

const FailureText = ({ failure: { message, differences } }: { readonly failure: Failure }) => (
  <>
    {message}
    {differences && differences.length > 0 && (
      <DifferenceTable
        caption="Changed by somebody else"
        titles={['You have seen', 'There is now']}
        differences={differences}
      />
    )}
  </>
)
