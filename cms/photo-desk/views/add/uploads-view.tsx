import { Box, Flex, Text } from '@contentful/f36-components'
import { useAutoAnimate } from '@formkit/auto-animate/react'
import { type SyntheticEvent, useState } from 'react'
import { useStore } from 'zustand'
import { FileButton } from '#cms/photo-desk/components/file-button.tsx'
import { selectWanted, useAddFiles } from '#cms/photo-desk/components/file-intake.tsx'
import type { Upload } from '#cms/photo-desk/state/uploads/upload.ts'
import { sortUploads } from '#cms/photo-desk/state/uploads/upload-summary.ts'
import { useWorkspace } from '#cms/photo-desk/state/workspace/picture-workspace.ts'
import { formatFormats, formatMinFileSize } from '#cms/pictures/picture-rules.ts'
import { QueueHeader } from './queue-header.tsx'
import { UploadRow } from './upload-row.tsx'
import './uploads.css'

/** The view that adds pictures. */
export function UploadsView() {
  const uploads = useStore(useWorkspace().uploads.store).filter(({ isHidden }) => !isHidden)
  return (
    <Flex flexDirection="column" gap="spacingM">
      <DropZone />
      {uploads.length > 0 && (
        <div className="upload-panel">
          <QueueHeader uploads={uploads} />
          <UploadList uploads={uploads} />
        </div>
      )}
    </Flex>
  )
}

/** Says what can be dropped, and selects files and folders. */
function DropZone() {
  const { name } = useWorkspace().pictureType
  const addFiles = useAddFiles()
  const addWanted = (files: readonly File[]) => addFiles(selectWanted(files))
  return (
    <Flex className="upload-drop-zone" flexWrap="wrap" gap="spacingM" alignItems="center" padding="spacingM">
      <div>
        <Text as="p" fontWeight="fontWeightDemiBold" fontSize="fontSizeL">
          {`Drop ${name}s or folders here, or paste them`}
        </Text>
        <Text as="p" fontColor="gray700">
          {formatFormats(name)}, {formatMinFileSize(name)}. Places and other private data are removed first.
        </Text>
      </div>
      <Flex gap="spacingS" flexWrap="wrap">
        <FileButton size="medium" variant="primary" inputLabel="Files" isMultiple onFiles={addWanted}>
          Select files …
        </FileButton>
        <FileButton size="medium" inputLabel="Folder" isFolder onFiles={addWanted}>
          Select a folder …
        </FileButton>
      </Flex>
    </Flex>
  )
}

/** What needs the editor is on top. While the pointer or the focus is in the list, nothing moves below it. */
function UploadList({ uploads }: { readonly uploads: readonly Upload[] }) {
  const [list] = useAutoAnimate<HTMLUListElement>() // rows slide to their new places, so that the eye can follow them
  const [heldIds, setHeldIds] = useState<readonly string[]>()
  const sorted = sortUploads(uploads, heldIds)
  const hold = ({ currentTarget, nativeEvent }: SyntheticEvent<HTMLElement>) => {
    const isLeft = !currentTarget.matches(':hover, :focus-within') && !isFocusMoving(nativeEvent, currentTarget)
    setHeldIds(isLeft ? undefined : sorted.map(({ id }) => id))
  }
  return (
    <Box
      as="ul"
      ref={list}
      padding="none"
      margin="none"
      aria-label="Files"
      onPointerEnter={hold}
      onPointerLeave={hold}
      onFocus={hold}
      onBlur={hold}
    >
      {sorted.map((upload) => (
        <UploadRow key={upload.id} upload={upload} />
      ))}
    </Box>
  )
}

/** Whether the focus moves from one control of an element to another. */
const isFocusMoving = (event: Event, element: HTMLElement): boolean =>
  event instanceof FocusEvent && event.relatedTarget instanceof Node && element.contains(event.relatedTarget)
