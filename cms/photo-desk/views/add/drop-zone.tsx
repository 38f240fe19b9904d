import { Flex, Text } from '@contentful/f36-components'
import { FileButton } from '#cms/photo-desk/components/file-button.tsx'
import { selectWanted, useAddFiles } from '#cms/photo-desk/components/file-intake.tsx'
import { useWorkspace } from '#cms/photo-desk/state/workspace/picture-workspace.ts'
import { formatFormats, formatMinFileSize } from '#cms/pictures/picture-rules.ts'

/** Says what can be dropped, and selects files and folders. */
export function DropZone() {
  const { name } = useWorkspace().pictureType
  const addFiles = useAddFiles()
  const takeWanted = (files: readonly File[]) => addFiles(selectWanted(files))
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
        <FileButton variant="primary" inputLabel="Files" isMultiple onFiles={takeWanted}>
          Select files …
        </FileButton>
        <FileButton inputLabel="Folder" isFolder onFiles={takeWanted}>
          Select a folder …
        </FileButton>
      </Flex>
    </Flex>
  )
}
