import {
  type AssistantServiceKind,
  type AssistantSettings,
  assistantOrigin,
  explainsAtOnce,
  formatDuration,
} from '@parley/model'
import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { Button } from '../../components/buttons/Button.tsx'
import { Checkbox } from '../../components/buttons/Checkbox.tsx'
import { PickerButton } from '../../components/buttons/PickerButton.tsx'
import { SegmentedControl } from '../../components/buttons/SegmentedControl.tsx'
import { SwitchRow } from '../../components/fields/ControlRows.tsx'
import { FormRow, TextSetting } from '../../components/fields/TextSetting.tsx'
import { useAssistantSetup, useSettings } from '../../wiring/use-stores.ts'
import type { AssistantSetupState } from '../../workbench/settings/assistant-setup.ts'
import styles from './AssistantPage.module.css'
import { ExtraHeaders } from './ExtraHeaders.tsx'
import { MaySee } from './MaySee.tsx'
import { TestConnection, type TestOutcome } from './TestConnection.tsx'

const services = [
  { value: 'openai', label: 'OpenAI-compatible' },
  { value: 'anthropic', label: 'Anthropic' },
  { value: 'ollama', label: 'Ollama' },
] as const

/** Addresses that fill the field; nothing is contacted before Test Connection or a question. */
const presets: Readonly<Record<AssistantServiceKind, readonly string[]>> = {
  openai: ['http://127.0.0.1:1234/v1', 'http://127.0.0.1:8080/v1', 'https://api.openai.com/v1'],
  anthropic: ['https://api.anthropic.com'],
  ollama: ['http://127.0.0.1:11434/v1'],
}

const hints: Readonly<Record<AssistantServiceKind, string>> = {
  openai: 'Any service or local server with the OpenAI API',
  anthropic: 'The Anthropic API',
  ollama: 'A model on this computer keeps everything on this computer',
}

/** The service that explains failures. Off until the user turns it on. */
export function AssistantPage() {
  const settings = useSettings()
  const setup = useAssistantSetup()
  const assistant = useStore(settings.store, state => state.settings.assistant)
  const { models, outcome } = useStore(setup.store)
  const { address, model, service } = assistant
  const change = (patch: Partial<AssistantSettings>) => {
    setup.forget()
    void settings.change('assistant', patch)
  }
  return (
    <>
      <SwitchRow
        label="Enable assistant"
        detail="Explains why requests and tests fail. Off until you turn it on; it sends nothing until you press Ask."
        isSelected={assistant.enabled}
        onChange={enabled => change({ enabled })}
      />
      <div className={styles.form}>
        <ServiceField assistant={assistant} onChange={change} />
        <TextSetting
          label="Address"
          value={address}
          placeholder={presets[service][0] ?? ''}
          isCode
          onChange={typed => change({ address: typed })}
          end={
            <PickerButton
              label="Usual addresses"
              value="Choose"
              choices={presets[service].map(one => ({ id: one, label: one }))}
              onChoose={chosen => change({ address: chosen })}
            />
          }
        />
        <ModelField model={model} onChange={typed => change({ model: typed })} />
        <KeyField address={address} />
        <FormRow label="Extra headers">
          <ExtraHeaders headers={assistant.headers} onChange={headers => change({ headers })} />
        </FormRow>
        <FormRow label="May see">
          <MaySee assistant={assistant} onChange={change} />
        </FormRow>
        <FormRow label="Explain">
          <AsksAtOnce assistant={assistant} onChange={change} />
        </FormRow>
        <TestConnection outcome={shownOutcome(outcome, models)} onTest={() => void setup.run(address)} />
      </div>
    </>
  )
}

interface ModelFieldProps {
  readonly model: string
  readonly onChange: (model: string) => void
}

function ModelField({ model, onChange }: ModelFieldProps) {
  const models = useStore(useAssistantSetup().store, state => state.models)
  return (
    <TextSetting
      label="Model"
      value={model}
      placeholder="Test Connection lists the models"
      onChange={onChange}
      end={
        <PickerButton
          label="Models of the service"
          value="Choose"
          choices={
            models.length === 0
              ? [{ id: '', label: 'Test Connection lists the models', isDisabled: true }]
              : models.map(one => ({ id: one, label: one }))
          }
          onChoose={onChange}
        />
      }
    />
  )
}

/** Whether Explain asks the service with the click. The first question, which shows what is sent, turns it on. */
function AsksAtOnce({ assistant, onChange }: ServiceFieldProps) {
  const isAgreed = explainsAtOnce({ ...assistant, enabled: true })
  const origin = assistantOrigin(assistant.address)
  return (
    <div className={styles.stack}>
      <span className={styles.check}>
        <Checkbox
          label="Ask this service at once"
          isSelected={isAgreed}
          isDisabled={!isAgreed}
          onChange={() => onChange({ asksAtOnce: assistant.asksAtOnce.filter(one => one !== origin) })}
        />
        <span aria-hidden="true">Ask this service at once</span>
      </span>
      <p className={styles.hint}>
        {isAgreed ? 'Off: Explain shows what is sent, and waits for Ask' : 'The first question offers this'}
      </p>
    </div>
  )
}

interface ServiceFieldProps {
  readonly assistant: AssistantSettings
  readonly onChange: (patch: Partial<AssistantSettings>) => void
}

/** Choosing another service fills in its usual address, unless another one was typed. */
function ServiceField({ assistant: { service, address }, onChange }: ServiceFieldProps) {
  const isPreset = address === '' || presets[service].includes(address)
  return (
    <FormRow label="Service">
      <div className={styles.stack}>
        <SegmentedControl
          label="Service"
          value={service}
          choices={services}
          onChange={chosen =>
            onChange({ service: chosen, ...(isPreset ? { address: presets[chosen][0] ?? '' } : {}) })
          }
        />
        <p className={styles.hint}>{hints[service]}</p>
      </div>
    </FormRow>
  )
}

/** The key of an address. A stored key never comes back to the page. */
function KeyField({ address }: { readonly address: string }) {
  const setup = useAssistantSetup()
  const { typedKey, isKept } = useStore(setup.store)
  useEffect(() => void setup.load(address), [setup, address])
  const field = useRef<HTMLInputElement>(null)
  return (
    <TextSetting
      label="API key"
      value={typedKey}
      placeholder={isKept ? '••••••••' : 'None needed'}
      hint="Kept encrypted on this device, and sent to this address only"
      isSecret
      ref={field}
      onChange={setup.typeKey}
      onBlur={() => void setup.keepKey(address)}
      end={
        isKept && (
          <Button
            variant="plain"
            onPress={() => {
              field.current?.focus()
              void setup.removeKey(address)
            }}
          >
            Remove key
          </Button>
        )
      }
    />
  )
}

function shownOutcome(outcome: AssistantSetupState['outcome'], models: readonly string[]): TestOutcome {
  switch (outcome.state) {
    case 'none':
      return null
    case 'running':
      return { tone: 'quiet', text: 'Asking…' }
    case 'answered':
      return { tone: 'success', text: `${outcome.model} answered in ${formatDuration(outcome.elapsedMs)}` }
    case 'listed':
      return {
        tone: 'success',
        text: `${models.length === 1 ? '1 model' : `${models.length} models`} found. Choose one.`,
      }
    case 'failed':
      return { tone: 'danger', text: `${outcome.sentence} ${outcome.nextStep}` }
  }
}
