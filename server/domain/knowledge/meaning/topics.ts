/**
 * The subjects that people have preferences about, each with the words that tell of it: somebody who asks for a
 * restaurant seldom says "vegetarian", and the preference does not say "restaurant". Written by hand from common
 * knowledge. A word is left out where a task at work mostly means something else by it: "run", "train", "menu".
 */
import { analyze } from '../analyze.ts';

const WORDS = `
food: food eat meal dish cuisine culinary restaurant cafe bakery dining dinner lunch breakfast brunch snack dessert
  recipe cook bake taste flavor spice spicy vegetarian vegan halal kosher gluten dairy lactose nut peanut seafood fish
  shellfish meat beef pork chicken egg cheese milk bread pasta rice soup salad pizza sushi vegetable fruit sugar sweet
  chocolate diet dietary nutrition nutritious ingredient allergy allergic caffeine coffee tea drink beverage alcohol
  wine beer cocktail juice picnic barbecue buffet foodie gastronomy delicacy
fitness: fitness exercise workout gym cardio cardiovascular jog yoga pilates swim muscle endurance stamina calorie
  aerobic marathon triathlon athletic
sport: sport football soccer basketball baseball tennis golf hockey cricket rugby league stadium tournament athlete
  gambling betting motorsport
outdoors: outdoor hike camp mountain beach ocean sea river island water swim dive scuba snorkel surf kayak sail climb
  ski snowboard adventure adventurous wildlife safari zipline desert park
lodging: hotel hostel resort motel inn lodging accommodation airbnb villa boutique
transport: transport transportation transit flight fly airline plane airport bus subway metro railway taxi uber lyft
  ride rideshare ferry cruise bicycle bike scooter commute chauffeur rental car
car: car vehicle suv truck sedan minivan motorcycle hybrid electric gasoline petrol diesel fuel mileage horsepower
  commute
home: home house furniture furnishing decor decorate interior sofa couch rug carpet curtain wallpaper bedroom bathroom
  kitchen lamp appliance countertop shelf bedding mattress upholstery renovation patio garden wood marble
fashion: fashion clothes clothing wear outfit wardrobe dress shirt jacket coat sweater jeans pants trouser skirt shoe
  sneaker sandal heel handbag purse accessory jewelry leather wool silk fur cotton stylish hat scarf
beauty: beauty makeup cosmetic skincare skin moisturizer serum lotion cream lipstick lip balm concealer mascara
  eyeshadow cleanser shampoo hair perfume fragrance scent sunscreen acne nail
technology: technology tech device gadget electronic phone smartphone laptop computer tablet headphone speaker camera
  smartwatch touchscreen keyboard battery wireless bluetooth samsung android iphone ios
game: game gaming gamer rpg multiplayer playstation xbox nintendo puzzle esport gameplay
film: movie film tv television episode documentary comedy drama horror thriller sitcom superhero anime netflix cinema
  actor blockbuster
music: music song album artist band concert playlist lyric jazz rap classical orchestra
book: book novel fiction nonfiction audiobook literature memoir poetry bestseller biography
learning: learn study course classroom lesson tutorial teacher tutor student school university college education
  educational lecture textbook workshop exam seminar
pet: pet dog cat puppy kitten breeder shelter adopt bird reptile snake hamster rabbit aquarium veterinarian leash
place: city town suburb urban rural neighborhood neighbourhood relocate climate weather humid humidity snow crime
culture: museum gallery theater theatre opera musical exhibition festival landmark sightseeing tour nightlife
career: career salary interview employer coworker colleague freelance workplace
writing: email letter reply tone formal concise paragraph spelling grammar emoji bullet newsletter
code: code programming python javascript typescript java rust function refactor variable indentation lint commit`;

interface Topic {
  readonly name: string;
  /** Stands for the subject among the terms of a text; no word becomes it. */
  readonly term: string;
}

const topics = new Map<string, Topic[]>();
for (const line of WORDS.trim().split(/\n(?! )/)) {
  const [name = '', words = ''] = line.split(': ');
  const topic = { name, term: `topic:${name}` };
  for (const term of new Set(analyze(words))) topics.set(term, [...(topics.get(term) ?? []), topic]);
}

const NO_TOPICS: readonly Topic[] = [];

/** What a term tells of: mostly nothing, seldom more than one topic. */
export function topicsOf(term: string): readonly Topic[] {
  return topics.get(term) ?? NO_TOPICS;
}
