export { askAssistant, listModels } from './ask-assistant.ts'
export { type AssistantService, assistantInstructions } from './assistant-service.ts'
export { composeQuestion, questionText } from './compose-question.ts'
