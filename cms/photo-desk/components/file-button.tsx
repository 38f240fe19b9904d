import type { ButtonProps } from '@contentful/f36-components'
import { useRef } from 'react'
import { Button } from './button.tsx'

interface FileButtonProps extends Pick<ButtonProps, 'size' | 'variant' | 'startIcon' | 'aria-label' | 'children'> {
  /** The name of the file input. */
  readonly inputLabel: string
  readonly onFiles: (files: readonly File[]) => void
  readonly accept?: string
  readonly isMultiple?: boolean
  /** Whether all files of a folder are selected. */
  readonly isFolder?: boolean
}

/** A button that selects files. */
export function FileButton({ inputLabel, onFiles, accept, isMultiple, isFolder = false, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button {...button} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        {...(isFolder && { webkitdirectory: '' })} // not in the types of React
        hidden
        aria-label={inputLabel}
        accept={accept}
        multiple={isMultiple}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])])
          currentTarget.value = '' // so that the same file can be selected again
        }}
      />
    </>
  )
}
