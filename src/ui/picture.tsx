import { useEffect, useRef, useState } from 'react'
import type { PictureFiles } from './picture-files.ts'

interface PictureProps {
  readonly files: PictureFiles
  /** How wide it is shown, as the `sizes` attribute says it. */
  readonly sizes: string
  /** Above the fold: fetched first, not lazily. */
  readonly priority?: boolean
  readonly className?: string
}

/** A picture in the best form that the browser takes; from the other host when its own is gone. */
export function Picture({ files, sizes, priority = false, className }: PictureProps) {
  const image = useRef<HTMLImageElement>(null)
  const [gone, setGone] = useState<string>()
  const { src, sources } = gone === files.src && files.standIn ? files.standIn : files
  const giveUp = () => setGone(files.src)

  // It may have failed before this script ran: no event tells of that.
  useEffect(() => {
    if (image.current?.complete && image.current.naturalWidth === 0) setGone(files.src)
  }, [files.src])

  return (
    <picture>
      {sources.map((source) => (
        <source key={source.type} type={source.type} srcSet={source.srcSet} sizes={sizes} />
      ))}
      <img
        ref={image}
        className={className}
        src={src}
        width={files.width}
        height={files.height}
        alt={files.alt}
        style={files.color ? { backgroundColor: files.color } : undefined}
        loading={priority ? 'eager' : 'lazy'}
        fetchPriority={priority ? 'high' : 'auto'}
        decoding="async"
        onError={giveUp}
      />
    </picture>
  )
}
