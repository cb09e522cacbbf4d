export { askAssistant, listModels } from './ask-assistant.ts'
export { type AssistantMessage, type AssistantService, assistantInstructions } from './assistant-service.ts'
export {
  composeQuestion,
  type QuestionBody,
  type QuestionFacts,
  type QuestionPart,
  questionText,
} from './compose-question.ts'
