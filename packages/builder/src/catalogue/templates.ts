import { drawTemplate, type Template } from './draw-template.js'
import { aiSupportAgent } from './templates/ai-support-agent.js'
import { bookingRequest } from './templates/booking-request.js'
import { customerFeedback } from './templates/customer-feedback.js'
import { employeePulse } from './templates/employee-pulse.js'
import { eventRegistration } from './templates/event-registration.js'
import { faqHelper } from './templates/faq-helper.js'
import { jobApplication } from './templates/job-application.js'
import { leadQualification } from './templates/lead-qualification.js'
import { newsletterSignup } from './templates/newsletter-signup.js'
import { orderForm } from './templates/order-form.js'
import { productFinder } from './templates/product-finder.js'
import { quiz } from './templates/quiz.js'
import { quoteCalculator } from './templates/quote-calculator.js'
import { returnRequest } from './templates/return-request.js'
import { supportTriage } from './templates/support-triage.js'

export type { Template } from './draw-template.js'

/** Bots to begin with: whole conversations that make sense as they are. */
export const templates: readonly Template[] = [
  leadQualification,
  customerFeedback,
  bookingRequest,
  supportTriage,
  eventRegistration,
  jobApplication,
  quiz,
  orderForm,
  faqHelper,
  productFinder,
  aiSupportAgent,
  quoteCalculator,
  newsletterSignup,
  returnRequest,
  employeePulse,
].map(drawTemplate)
