import { Button, Flex, Text } from '@contentful/f36-components'
import { useRef } from 'react'
import { useWorkspace } from '#cms/photo-desk/space/picture-workspace.ts'
import { formatFormats, formatMinFileSize } from '#cms/pictures/picture-rules.ts'
import { readFileList, useTakeFiles } from './file-intake.tsx'

/** Says what can be dropped, and selects files and folders. */
export function DropZone() {
  const { name } = useWorkspace().pictureType
  const takeFiles = useTakeFiles()
  const fileInput = useRef<HTMLInputElement>(null)
  const folderInput = useRef<HTMLInputElement>(null)
  const takeInput = (input: HTMLInputElement) => {
    if (input.files) takeFiles(readFileList(input.files))
    input.value = '' // so that the same file can be selected again
  }
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
        <Button variant="primary" onClick={() => fileInput.current?.click()}>
          Select files …
        </Button>
        <Button onClick={() => folderInput.current?.click()}>Select a folder …</Button>
      </Flex>
      <input
        ref={fileInput}
        type="file"
        multiple
        hidden
        aria-label="Files"
        onChange={({ currentTarget }) => takeInput(currentTarget)}
      />
      <input
        ref={(input) => {
          if (input) input.webkitdirectory = true // not in the types of React
          folderInput.current = input
        }}
        type="file"
        hidden
        aria-label="Folder"
        onChange={({ currentTarget }) => takeInput(currentTarget)}
      />
    </Flex>
  )
}
