extension LifeTable {
  /// The table that is used where no other is given. `docs/life-table.csv` is the same text, to copy and edit.
  public static let defaultCSV = """
    category,synonyms,method,life_years,remaining_percent,serial_expected,provenance
    televisions,tv;tvs;television;colour tv,straight-line,6,,yes,"NJC schedule (Canada), colour television: 6 years"
    appliances,appliance;white goods;kitchen appliances;small appliances,straight-line,10,,yes,"NJC schedule (Canada), other appliances: 10 years"
    electronics,electronic;consumer electronics;gadgets;phones;phone;tablets;cameras;camera;photography,straight-line,10,,yes,"NJC schedule (Canada), computers and sound equipment: 10 years, applied to other electronics"
    computers,computer;laptops;laptop;it,straight-line,10,,yes,"NJC schedule (Canada), computers: 10 years"
    audio,sound;hi-fi;hifi;stereo;speakers,straight-line,10,,yes,"NJC schedule (Canada), sound equipment: 10 years"
    linen,linens;sheets;towels;bedding;sheets and towels,straight-line,5,,no,"NJC schedule (Canada), sheets and towels: 5 years"
    blankets,blanket;wool blankets;wool blanket,straight-line,20,,no,"NJC schedule (Canada), wool blanket: 20 years"
    suits,suit;men's suits,straight-line,5,,no,"NJC schedule (Canada), men's suit: 5 years"
    shirts,shirt,straight-line,3,,no,"NJC schedule (Canada), shirts: 3 years"
    dishes,dish;crockery;tableware;kitchenware;dinnerware,straight-line,10,,no,"NJC schedule (Canada), ordinary dishes: 10 years"
    grandfather clocks,grandfather clock,straight-line,33,,no,"NJC schedule (Canada), grandfather clock: 33 years"
    furniture,furnishings,straight-line,10,,no,"working assumption, no published source: edit to suit"
    clothing,clothes;apparel;shoes,straight-line,5,,no,"working assumption, no published source: edit to suit"
    tools,tool;power tools;garden tools,straight-line,10,,yes,"working assumption, no published source: edit to suit"
    bicycles,bicycle;bikes;bike;e-bikes,straight-line,10,,yes,"working assumption, no published source: edit to suit"
    sports,sport;sports equipment;sporting goods;outdoor,straight-line,10,,no,"working assumption, no published source: edit to suit"
    toys,toy;games,straight-line,5,,no,"working assumption, no published source: edit to suit"
    firearms,firearm;guns,none,,,yes,"no depreciation taken unless a life is given: edit to suit"
    musical instruments,musical instrument;instruments;instrument;music,none,,,yes,"no depreciation taken unless a life is given: edit to suit"
    jewellery,jewelry;jewels;watches;watch,none,,,no,"default for valuables: no depreciation"
    art,artwork;paintings;fine art,none,,,no,"default for valuables: no depreciation"
    antiques,antique,none,,,no,"default for valuables: no depreciation; a 2007 allowance list takes none either"
    collectibles,collectible;collection;collections;coins;stamps,none,,,no,"default for valuables: no depreciation"
    silverware,silver,none,,,no,"default for valuables: no depreciation"
    cash,money,none,,,no,"default for valuables: no depreciation"

    """

  /// Parsed once. The text above is part of the program, so a fault in it is a bug.
  public static let standard: LifeTable = {
    do {
      return try LifeTable(csv: defaultCSV, name: "default life table")
    } catch {
      preconditionFailure("the default life table is not readable: \(error)")
    }
  }()
}
