import { Button, Flex, Note } from '@contentful/f36-components'
import { useStore } from 'zustand'
import { useWorkspace } from '#cms/photo-desk/space/picture-workspace.ts'
import { useViewNavigation } from '#cms/photo-desk/space/view-navigation.ts'
import { describeFinishedUploads, type UploadCounts } from './upload-summary.ts'

/** What concerns all uploads: what stops them, and what comes after them. */
export function QueueNotes({ counts }: { readonly counts: UploadCounts }) {
  const { uploads } = useWorkspace()
  const { problem, isOffline, isKept } = useStore(uploads.status)
  const isFinished = counts.done > 0 && counts.active + counts.paused + counts.duplicate + counts.failed === 0
  const hasUnfinished = counts.active + counts.paused + counts.duplicate + counts.failed > 0
  return (
    <>
      {problem !== undefined && (
        <div role="alert">
          <Note variant="negative" title="Adding has stopped">
            <p className="upload-note-text">{problem}. Nothing is lost.</p>
            <Button size="small" onClick={() => uploads.resume([])}>
              Continue
            </Button>
          </Note>
        </div>
      )}
      {isOffline && hasUnfinished && (
        <div role="alert">
          <Note variant="warning">There is no connection to the internet. Adding continues when it is back.</Note>
        </div>
      )}
      {!isKept && hasUnfinished && (
        <Note variant="warning">
          The browser has no space to keep the files. Leave this page open until all are added: closing or reloading it
          would lose those that are not.
        </Note>
      )}
      {isFinished && <FinishedNote counts={counts} />}
    </>
  )
}

function FinishedNote({ counts }: { readonly counts: UploadCounts }) {
  const { pictureType } = useWorkspace()
  const { openView } = useViewNavigation()
  return (
    <Note variant="positive" title="All done">
      <p className="upload-note-text">{describeFinishedUploads(counts, pictureType)}</p>
      <Flex gap="spacingS" flexWrap="wrap">
        <Button size="small" variant="primary" onClick={() => openView('texts')}>
          Write texts
        </Button>
        <Button size="small" onClick={() => openView('publish')}>
          Publish
        </Button>
      </Flex>
    </Note>
  )
}
