import { Note, TextLink } from '@contentful/f36-components'
import { getPagePath } from '#cms/model/preview-paths.ts'
import { useWorkspace } from '#cms/photo-desk/space/picture-workspace.ts'
import { describeResult } from './describe-content.ts'
import type { PublishResult, PublishRun } from './publish-content.ts'

interface PublishingStatusProps {
  readonly run: PublishRun | undefined
  /** A sentence about the last other action; empty if there is none. */
  readonly text: string
  readonly onDismiss: () => void
}

/** The live region of the view: progress and result of a publication, and of other actions. */
export function PublishingStatus({ run, text, onDismiss }: PublishingStatusProps) {
  const { pictureType } = useWorkspace()
  return (
    <div role="status" aria-busy={run !== undefined && !run.result} className="publishing-status">
      {run && !run.result && (
        <>
          <progress aria-label="Progress" value={run.progress.done} max={Math.max(run.progress.total, 1)} />
          Publishing: {run.progress.done} of {run.progress.total} …
        </>
      )}
      {run?.result && (
        <Note variant={isComplete(run.result) ? 'positive' : 'warning'} withCloseButton onClose={onDismiss}>
          {describeResult(pictureType, run.result)}{' '}
          {run.result.page?.status === 'published' && (
            // The site serves the desk too. It renders its pages again within seconds.
            <TextLink href={getPagePath(pictureType.page.type) ?? '/'} target="_blank" rel="noopener">
              See the page
            </TextLink>
          )}
        </Note>
      )}
      {text && <p>{text}</p>}
    </div>
  )
}

const isComplete = ({ pictures, page }: PublishResult) =>
  [...pictures.values(), page].every((outcome) => !outcome || outcome.status === 'published')
