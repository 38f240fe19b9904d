import { Textarea, type TextareaProps } from '@contentful/f36-components'
import './paragraph-input.css'

interface ParagraphInputProps extends Omit<TextareaProps, 'value' | 'onChange'> {
  readonly value: string
  readonly onChange: (value: string) => void
}

/** A control for one paragraph, as high as its text. Spaces around the text go when the focus does. */
export const ParagraphInput = ({ value, onChange, ...props }: ParagraphInputProps) => (
  <div className="paragraph-input" data-text={value}>
    <Textarea
      {...props}
      value={value}
      rows={1}
      resize="none"
      onChange={({ target }) => onChange(target.value.replace(/[\r\n]+/g, ' '))}
      onBlur={() => value !== value.trim() && onChange(value.trim())}
    />
  </div>
)
