// Positions for a teacher: chooses them in games, and writes the inputs that KataGo's networks see there. Compiled against a
// KataGo checkout and the object files of its build:
//
//   K=katago B=katago/build/CMakeFiles/katago.dir
//   g++ -O2 -std=gnu++17 -static -I$K/cpp -I$K/cpp/external/filesystem-1.5.8/include -Wl,--gc-sections scripts/teacher-inputs.cpp
//       $B/game/*.o $B/core/*.o $B/neuralnet/nninputs.cpp.o $B/neuralnet/sgfmetadata.cpp.o -lz -lpthread -o teacher-inputs
//
//   teacher-inputs mark SIZE MARKS WILD SEED KOMI... < GAMES.sgfl > MARKED.sgfl
//   teacher-inputs planes SIZE [tests] < MARKED.sgfl > INPUTS.bin
//
// "mark" draws MARKS positions of each game, and a komi. It marks them VV[0.5], or VV[0.25] if the game has no result or setup
// stones; those become Black's moves and White's passes. WILD times a game, it also keeps a random beginning and adds three
// random moves, each with an even chance of being near the one before; the positions before the last two are marked VV[0.25].
// "planes" writes 22 bit planes and 19 floats for each marked position under Tromp-Taylor rules, of the games that
// `brasa net export` takes: every 20th one with "tests", or else the others.
#include <iostream>
#include <random>
#include <string>
#include <utility>
#include <vector>
#include <algorithm>
#include "game/boardhistory.h"
#include "neuralnet/nninputs.h"
using namespace std;
using Props = vector<pair<string, vector<string>>>;

static vector<Props> parse(const string& text) {
  vector<Props> nodes;
  size_t i = 0;
  while(i < text.size()) {
    char c = text[i];
    if(c == ';') { nodes.emplace_back(); i++; }
    else if(isupper((unsigned char)c) && !nodes.empty()) {
      string key;
      while(i < text.size() && isalpha((unsigned char)text[i])) key += text[i++];
      nodes.back().push_back({key, {}});
      while(i < text.size() && text[i] == '[') {
        string value;
        for(i++; i < text.size() && text[i] != ']'; i++) {
          if(text[i] == '\\') i++;
          if(i < text.size()) value += text[i];
        }
        i++;
        nodes.back().back().second.push_back(value);
        while(i < text.size() && isspace((unsigned char)text[i])) i++;
      }
    }
    else i++;
  }
  return nodes;
}

static const vector<string>* find(const Props& props, const string& key) {
  for(const auto& prop : props) if(prop.first == key) return &prop.second;
  return nullptr;
}

struct Game {
  int size;
  Board board;
  BoardHistory hist;
  Player pla;
  Game(int s, float komi) : size(s), board(s, s), hist(), pla(P_BLACK) {
    Rules rules = Rules::parseRulesWithoutKomi("tromp-taylor", komi);
    hist = BoardHistory(board, pla, rules, 0, false);
  }
  Loc loc(const string& text) const {
    if(text.empty() || (text == "tt" && size <= 19)) return Board::PASS_LOC;
    int x = text.size() == 2 ? text[0] - 'a' : -1, y = text.size() == 2 ? text[1] - 'a' : -1;
    return x < 0 || y < 0 || x >= size || y >= size ? Board::NULL_LOC : Location::getLoc(x, y, size);
  }
  bool play(Loc move) {
    if(move == Board::NULL_LOC || hist.isGameFinished) return false;
    if(move != Board::PASS_LOC && board.isSuicide(move, pla)) return false;
    if(!hist.isLegal(board, move, pla)) return false;
    if(move == Board::PASS_LOC && !hist.moveHistory.empty() && hist.moveHistory.back().loc == Board::PASS_LOC) return false;
    hist.makeBoardMoveAssumeLegal(board, move, pla, nullptr);
    pla = getOpp(pla);
    return true;
  }
  string text(Loc move) const {
    if(move == Board::PASS_LOC) return "";
    return {(char)('a' + Location::getX(move, size)), (char)('a' + Location::getY(move, size))};
  }
};

int main(int argc, char** argv) {
  Board::initHash();
  ios::sync_with_stdio(false);
  string mode = argc > 2 ? argv[1] : "", line;
  int size = argc > 2 ? atoi(argv[2]) : 0;
  if(mode == "mark" && argc > 6) {
    int marks = atoi(argv[3]);
    double wilds = atof(argv[4]);
    mt19937_64 rng(atoi(argv[5]));
    while(getline(cin, line)) {
      vector<Props> nodes = parse(line);
      if(nodes.empty()) continue;
      const auto* sz = find(nodes[0], "SZ");
      if((sz ? atoi((*sz)[0].c_str()) : 19) != size) continue;
      vector<string> moves;
      const auto* ab = find(nodes[0], "AB");
      bool bad = find(nodes[0], "AW") != nullptr;
      if(ab) for(size_t i = 0; i < ab->size(); i++) { moves.push_back((*ab)[i]); if(i + 1 < ab->size()) moves.push_back(""); }
      size_t free = ab ? moves.size() + 5 : 0;
      for(const auto& node : nodes) {
        for(const auto& prop : node) {
          if(prop.first == "B" || prop.first == "W") {
            if((prop.first == "B") != (moves.size() % 2 == 0)) bad = true;
            if(!bad) moves.push_back(prop.second.empty() || prop.second[0] == "tt" ? "" : prop.second[0]);
          }
        }
      }
      const auto* result = find(nodes[0], "RE");
      bool good = result && !ab;
      double runs = 1 + wilds;
      for(int run = 0; run < (int)runs + (uniform_real_distribution<>(0, 1)(rng) < runs - (int)runs); run++) {
        string komi = ab ? "0.5" : argv[6 + rng() % (argc - 6)];
        Game game(size, stof(komi));
        vector<Loc> played;
        size_t end = moves.size();
        if(run > 0) end = moves.size() < 9 ? 0 : 1 + rng() % (moves.size() - 2);
        for(size_t i = 0; i < end && game.play(game.loc(moves[i])); i++) played.push_back(game.loc(moves[i]));
        if(played.size() < 8 && size > 9) continue;
        vector<size_t> chosen;
        if(run == 0) {
          for(size_t i = free; i < played.size(); i++) chosen.push_back(i);
          shuffle(chosen.begin(), chosen.end(), rng);
          if((int)chosen.size() > marks) chosen.resize(marks);
        }
        else {
          size_t before = played.size();
          for(int added = 0; added < 3; added++) {
            vector<Loc> near, all;
            Loc last = played.empty() ? Board::PASS_LOC : played.back();
            for(int y = 0; y < size; y++) for(int x = 0; x < size; x++) {
              Loc l = Location::getLoc(x, y, size);
              if(game.board.colors[l] != C_EMPTY) continue;
              all.push_back(l);
              if(last != Board::PASS_LOC && max(abs(Location::getX(last, size) - x), abs(Location::getY(last, size) - y)) <= 2) near.push_back(l);
            }
            auto& from = near.empty() || rng() % 2 ? all : near;
            if(from.empty()) break;
            Loc l = from[rng() % from.size()];
            if(!game.play(l)) break;
            played.push_back(l);
            if(added > 0) chosen.push_back(played.size() - 1);
          }
          if(before < free) chosen.clear();
        }
        if(chosen.empty()) continue;
        sort(chosen.begin(), chosen.end());
        string out = "(;SZ[" + to_string(size) + "]KM[" + komi + "]RE[B+R]";
        size_t at = 0;
        for(size_t i = 0; i <= chosen.back(); i++) {
          out += string(i % 2 ? ";W[" : ";B[") + game.text(played[i]) + "]";
          if(at < chosen.size() && chosen[at] == i) { out += run == 0 && good ? "VV[0.5]VL[0]" : "VV[0.25]VL[0]"; at++; }
        }
        cout << out << ")\n";
      }
    }
    return 0;
  }
  if(mode == "planes") {
    bool tests = argc > 3 && string(argv[3]) == "tests";
    size_t number = 0;
    int area = size * size, bytes = (area + 7) / 8;
    vector<float> bin(22 * area), global(19);
    string record;
    MiscNNInputParams params;
    while(getline(cin, line)) {
      if((number++ % 20 == 0) != tests) continue;
      vector<Props> nodes = parse(line);
      const auto* km = find(nodes[0], "KM");
      Game game(size, km ? stof((*km)[0]) : 7.5f);
      for(const auto& node : nodes) {
        const auto* move = find(node, game.pla == P_BLACK ? "B" : "W");
        if(!move) continue;
        if(find(node, "VV")) {
          NNInputs::fillRowV7(game.board, game.hist, game.pla, params, size, size, false, bin.data(), global.data());
          record.assign(22 * bytes, 0);
          for(int plane = 0; plane < 22; plane++)
            for(int i = 0; i < area; i++)
              if(bin[plane * area + i] != 0.0f) record[plane * bytes + i / 8] |= (char)(1 << (i % 8));
          cout.write(record.data(), record.size());
          cout.write((const char*)global.data(), 19 * sizeof(float));
        }
        if(!game.play(game.loc((*move)[0]))) { cerr << "illegal: " << line << "\n"; return 1; }
      }
    }
    return 0;
  }
  cerr << "teacher-inputs mark SIZE MARKS WILD SEED KOMI... | planes SIZE [tests]\n";
  return 2;
}
