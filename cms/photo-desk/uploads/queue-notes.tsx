import { Button, Flex, Note, Paragraph } from '@contentful/f36-components'
import { useStore } from 'zustand'
import { useWorkspace } from '#cms/photo-desk/space/picture-workspace.ts'
import { useViewNavigation } from '#cms/photo-desk/space/view-navigation.ts'
import { matchesRowState } from '#cms/photo-desk/texts/picture-rows.ts'
import { usePictureRows } from '#cms/photo-desk/texts/use-picture-rows.ts'
import type { Upload } from './upload.ts'
import { countUploads, describeFinishedUploads, describeResult, type UploadCounts } from './upload-summary.ts'

/** What concerns all uploads: what stops them, and what comes after them. */
export function QueueNotes({ uploads }: { readonly uploads: readonly Upload[] }) {
  const { uploads: queue } = useWorkspace()
  const { problem, isOffline, isKept } = useStore(queue.status)
  const counts = countUploads(uploads)
  const hasUnfinished = counts.unfinished > 0
  return (
    <>
      {problem !== undefined && (
        <div role="alert">
          <Note variant="negative" title="Adding has stopped">
            <Paragraph marginBottom="spacingXs">{problem}. Nothing is lost.</Paragraph>
            <Button size="small" onClick={() => queue.resume([])}>
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
      {counts.total > 0 &&
        !hasUnfinished &&
        // Without an added picture, those of the space may not be fetched.
        (counts.done > 0 ? <AddedNote uploads={uploads} /> : <ResultNote counts={counts} />)}
    </>
  )
}

/** The result, and the next step: texts that are missing, or else the publication. */
function AddedNote({ uploads }: { readonly uploads: readonly Upload[] }) {
  const { pictureType } = useWorkspace()
  const addedIds = new Set(uploads.filter(({ isDone }) => isDone).map(({ entryId }) => entryId))
  const rows = usePictureRows().filter(({ id }) => addedIds.has(id))
  return (
    <ResultNote
      counts={countUploads(uploads)}
      hasMissingTexts={rows.some((row) => matchesRowState(row, 'missing', pictureType))}
    />
  )
}

interface ResultNoteProps {
  readonly counts: UploadCounts
  readonly hasMissingTexts?: boolean
}

function ResultNote({ counts, hasMissingTexts = false }: ResultNoteProps) {
  const { pictureType } = useWorkspace()
  const { openView } = useViewNavigation()
  const texts = { view: 'texts', name: 'Write texts' } as const
  const publish = { view: 'publish', name: 'Publish' } as const
  return (
    <Note variant={counts.rejected === 0 ? 'positive' : 'warning'} title={describeResult(counts)}>
      <Paragraph marginBottom="spacingXs">{describeFinishedUploads(counts, pictureType, hasMissingTexts)}</Paragraph>
      {counts.done > 0 && (
        <Flex gap="spacingS" flexWrap="wrap">
          {(hasMissingTexts ? [texts, publish] : [publish, texts]).map(({ view, name }, index) => (
            <Button
              key={view}
              size="small"
              variant={index === 0 ? 'primary' : 'secondary'}
              onClick={() => openView(view)}
            >
              {name}
            </Button>
          ))}
        </Flex>
      )}
    </Note>
  )
}
